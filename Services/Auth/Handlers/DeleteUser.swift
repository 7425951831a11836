import CareModels
import HTTP
import Outbox
import Postgres

extension Handlers {
    /// `DELETE /users/:id`: erases the account and all that Auth keeps of the person, ends their sessions, and tells the other
    /// services to do the same.
    func deleteUser(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await requireLiveSession(request)
        try requireAccess(to: id, scope: "account:write", request)
        try await dependencies.pool.transaction { tx in
            guard let user = try await tx.lockedUser(id) else { throw Problem.notFound("user") }
            let instant = dependencies.now()
            try await tx.revokeSessions(of: id, reason: .erased, now: instant)
            let signer = try await tx.eventSigner(dependencies.masters, now: instant)
            try await tx.emit(UserDeleted(userId: id, version: user.version + 1, deletedAt: instant), signedBy: signer)
            try await tx.forgetPublishedNames(of: id)
            try await tx.deleteUser(id)
            try await tx.forgetLoginFailures(dependencies.identifiers.account(user.username))
            try await tx.audit(dependencies.entry(.accountErased, request, user: id, client: request.identity.clientID))
        }
        return .noContent
    }
}
