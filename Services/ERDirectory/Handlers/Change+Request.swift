import CareModels
import HTTP

extension Change {
    /// By whom the request is.
    init(_ request: Request, _ dependencies: Dependencies) {
        let caller = request.identity
        let actor = AuditEntry.Actor(userID: caller.userID, client: caller.clientID, role: caller.role.rawValue)
        self.init(actor: actor, now: dependencies.now(), newID: dependencies.newID)
    }
}
