import CareModels
import HTTP
import Outbox

/// `POST /signup`: a new patient or provider.
struct SignUp: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form: Registration.Form = try request.decode()
        let registration = try Registration.check(form, policy: dependencies.passwordPolicy)
        let hash = try await NewPassword(dependencies: dependencies).hash(registration.password, request)
        let register = dependencies.register(in: request.language)
        let origin = dependencies.origin(of: request)
        return try await dependencies.pool.idempotent(request) { tx in
            let user = try await register(registration, passwordHash: hash, from: origin, tx)
            return try .json(UserView(user), status: .created, version: user.revision, headers: ["Location": "/users/\(user.id)"])
        }
    }
}
