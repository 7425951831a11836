import NIOHTTP1

/// How a server learns who calls. It knows of no token itself: whoever does says so by these two, from what a request's head says and the
/// access of its route, and throws the problem when the caller may not call.
package struct CallerCheck: Sendable {
    /// Who calls: looked at, or still to be looked at.
    package enum Caller: Sendable { case unchecked, checked(Identity?) }

    /// What a request's head says.
    package struct Call: Sendable {
        package let method: HTTPMethod
        package let headers: HTTPHeaders
        private let target: String

        /// Still percent-encoded, without the query.
        package var path: String { String(Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") })) }

        /// `target`: the path as it was sent, with or without its query.
        package init(_ method: HTTPMethod, _ target: String, _ headers: HTTPHeaders) {
            self.method = method
            self.target = target
            self.headers = headers
        }

        init(_ head: HTTPRequestHead) { self.init(HTTPMethod(head.method), head.uri, HTTPHeaders(head.headers)) }
    }

    /// What can be said of the caller without waiting; `unchecked`: `check` has to look.
    let known: @Sendable (Call, Access) throws -> Caller
    /// Nil on a route open to anyone, when nobody is known to call.
    let check: @Sendable (Call, Access) async throws -> Identity?

    package init(
        known: @escaping @Sendable (Call, Access) throws -> Caller, check: @escaping @Sendable (Call, Access) async throws -> Identity?
    ) {
        self.known = known
        self.check = check
    }
}
