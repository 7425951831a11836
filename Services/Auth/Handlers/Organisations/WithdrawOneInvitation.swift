import CareModels
import HTTP

/// `DELETE /organisations/:id/invitations/:invitationId`: takes an invitation back; by owners and administrators.
struct WithdrawOneInvitation: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        let invitation = try request.id("invitationId", of: OrganisationInvitation.self)
        let caller = try await dependencies.organisationCaller(request)
        let withdraw = WithdrawInvitation(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await withdraw(invitation, of: id, by: caller, from: origin, tx) }
        return .noContent
    }
}
