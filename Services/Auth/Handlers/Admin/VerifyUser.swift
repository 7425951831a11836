import CareModels
import HTTP

/// `PUT /admin/users/:id/verification`: the platform has seen a provider's licence.
struct VerifyUser: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requirePower(request)
        let expected = try request.ifMatch()
        let licence = try LicenceBody.read(request)
        let verify = dependencies.verifyProvider
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await verify(licence, of: id, expectedRevision: expected, from: origin, tx) }
        return .noContent
    }
}
