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
            let organisation = try await accept(id, by: user, from: origin, tx)
            guard let member = try await tx.listedMember(user, of: organisation) else { throw OrganisationRule.Refusal.noSuchMember }
            return try .json(MemberView(member), status: .created, headers: ["Location": "/organisations/\(organisation)"])
        }
    }
}
