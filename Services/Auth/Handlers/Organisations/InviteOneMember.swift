import CareModels
import HTTP
import Outbox

/// `POST /organisations/:id/invitations`: asks somebody to join, by their id or by mail; by owners and administrators.
struct InviteOneMember: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var userId: UserID?
        var email: String?
        var roles: [String]?
    }

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        let caller = try await dependencies.organisationCaller(request)
        let body: Body = try request.decode()
        var checks = Checks()
        let invitee = Self.invitee(body, &checks)
        let roles = OrganisationRole.checked(body.roles, &checks)
        let whom = try checks.done(invitee)
        let invite = dependencies.inviteMember(in: request.language)
        let origin = dependencies.actorOrigin(of: request)
        return try await dependencies.pool.idempotent(request) { tx in
            let (invitation, isNew) = try await invite(whom, as: roles, to: id, by: caller, from: origin, tx)
            return try .json(InvitationView(invitation), status: isNew ? .created : .ok)
        }
    }

    private static func invitee(_ body: Body, _ checks: inout Checks) -> InviteMember.Invitee? {
        switch (body.userId, body.email) {
        case (let user?, nil): return .person(user)
        case (nil, let email?):
            do throws(MailAddress.Fault) {
                return .address(try MailAddress(email))
            } catch {
                checks.fail("email", error.message)
                return nil
            }
        default:
            checks.fail("userId", "is for one invitation, or email: name one of the two")
            return nil
        }
    }
}
