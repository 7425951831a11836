import CareModels
import HTTP
import Outbox

/// `POST /organisations/invitations/:id/acceptance`: joins, with the roles that the invitation gives. It works once.
struct AcceptOneInvitation: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: OrganisationInvitation.self)
        let user = try request.identity.user()
        try await dependencies.requireLiveSession(request)
        let accept = AcceptInvitation(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        return try await dependencies.pool.idempotent(request) { tx in
            let joined = try await accept(id, by: user, from: origin, tx)
            return try .json(MemberView(joined.member), status: .created, headers: ["Location": "/organisations/\(joined.organisation)"])
        }
    }
}
