import CareModels
import CareService
import Foundation
import Postgres

extension Handlers {
    /// `POST /signup`: a new patient or provider.
    func signUp(_ request: Request) async throws -> Response {
        let form: Registration.Form = try request.decode()
        let (registration, faults) = Registration.check(form, policy: dependencies.passwordPolicy)
        guard let registration else { throw Problem.invalid(faults.map { Problem.Field($0.field, $0.message) }) }
        let hash = try await dependencies.passwords.hash(registration.password)
        return try await dependencies.pool.idempotent(request) { tx in
            let user = try await register(registration, passwordHash: hash, in: tx)
            try await tx.audit(dependencies.entry(.signedUp, request, user: user.id))
            return try .json(UserView(user), status: .created, version: user.version, headers: ["Location": "/users/\(user.id)"])
        }
    }

    /// Inserts the user and says so to the other services; throws `UsernameTaken`.
    func register(_ registration: Registration, passwordHash: String, in tx: Transaction) async throws -> UserRecord {
        let user = UserRecord(registration, id: dependencies.newID(), passwordHash: passwordHash, now: dependencies.now())
        guard try await tx.insert(user) else { throw UsernameTaken() }
        try await tx.emit(user.registered)
        return user
    }
}

struct UsernameTaken: ProblemConvertible {
    var problem: Problem {
        var problem = Problem.conflict("username-taken", title: "The username is taken", detail: "Choose another username.")
        problem.fields = [Problem.Field("username", "is taken")]
        return problem
    }
}
