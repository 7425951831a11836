import CareModels
import Foundation
import HTTP
import Outbox
import Postgres

extension Handlers {
    /// `POST /signup`: a new patient or provider.
    func signUp(_ request: Request) async throws -> Response {
        let form: Registration.Form = try request.decode()
        let (registration, faults) = Registration.check(form, policy: dependencies.passwordPolicy)
        guard let registration else { throw Problem.invalid(faults) }
        let hash = try await countedHash(of: registration.password, request)
        return try await dependencies.pool.idempotent(request) { tx in
            let user = newUser(registration, passwordHash: hash)
            try await tx.register(user)
            try await tx.audit(dependencies.entry(.signedUp, request, user: user.id))
            return try .json(UserView(user), status: .created, version: user.version, headers: ["Location": "/users/\(user.id)"])
        }
    }

    func newUser(_ registration: Registration, passwordHash: String) -> UserRecord {
        UserRecord(registration, id: dependencies.newID(), passwordHash: passwordHash, now: dependencies.now())
    }
}
