import CareModels
import HTTP
import Outbox

/// `POST /users/:id/guardianships`: the ward, or an operator for them, invites somebody to act for them. Whoever may act for somebody has their records to read,
/// so it takes a sign-in of just now.
struct InviteToGuardianship: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let ward = try await dependencies.guardianshipParty(request, scope: "account:write")
        let form: GuardianInvitation.Form = try request.decode()
        let invitation = try GuardianInvitation(form, now: dependencies.now())
        try await dependencies.requireOwnApp(request)
        try await dependencies.requireFreshSignIn(request)
        let invite = dependencies.inviteGuardian(in: dependencies.language(of: request, about: ward))
        let (origin, now) = (dependencies.origin(of: request, client: request.identity.clientID, actor: request.identity.userID), dependencies.now())
        return try await dependencies.pool.idempotent(request) { tx in
            let (guardianship, isNew) = try await invite(invitation, to: ward, from: origin, tx)
            return try .json(GuardianshipView(guardianship, now: now), status: isNew ? .created : .ok, headers: ["Cache-Control": "no-store"])
        }
    }
}
