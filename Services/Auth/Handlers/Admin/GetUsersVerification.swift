import CareModels
import HTTP

/// `GET /admin/users/:id/verification`: who has seen a provider's licence, when, and its number.
struct GetUsersVerification: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requirePower(request)
        let (user, given) = try await dependencies.pool.withConnection { connection in
            guard let user = try await connection.user(id) else { throw Refusal.noSuchUser }
            return (user, try await connection.verifications(of: id))
        }
        guard let verified = user.verified else { throw OrganisationRule.Refusal.noProvider }
        try await dependencies.noteReading(of: id, request)
        return try .json(
            VerificationView(verified, given.map { OpenedVerification($0, dependencies.masters) }), version: user.verificationRevision,
            headers: ["Cache-Control": "no-store"])
    }
}
