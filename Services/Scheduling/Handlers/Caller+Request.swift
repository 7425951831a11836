import HTTP

extension Caller {
    /// A person, or a 403 problem for a machine.
    init(_ request: Request) throws {
        let identity = request.identity
        self.init(user: try identity.user(), guardian: identity.actorID, client: identity.clientID)
    }
}
