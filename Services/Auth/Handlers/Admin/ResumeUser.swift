import CareModels
import HTTP

/// `POST /admin/users/:id/resume`: lets somebody in again who was suspended.
struct ResumeUser: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requirePower(request)
        let resume = ResumePerson(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await resume(id, from: origin, tx) }
        return .noContent
    }
}
