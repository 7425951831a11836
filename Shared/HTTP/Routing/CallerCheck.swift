/// How a server learns who calls. It knows of no token itself: whoever does says so by these two, from a request's headers and the
/// access of its route, and throws the problem when the caller may not call.
package struct CallerCheck: Sendable {
    /// Who calls: looked at, or still to be looked at.
    package enum Caller: Sendable { case unchecked, checked(Identity?) }

    /// What can be said of the caller without waiting; `unchecked`: `check` has to look.
    let known: @Sendable (HTTPHeaders, Access) throws -> Caller
    /// Nil on a route open to anyone, when nobody is known to call.
    let check: @Sendable (HTTPHeaders, Access) async throws -> Identity?

    package init(
        known: @escaping @Sendable (HTTPHeaders, Access) throws -> Caller, check: @escaping @Sendable (HTTPHeaders, Access) async throws -> Identity?
    ) {
        self.known = known
        self.check = check
    }
}
