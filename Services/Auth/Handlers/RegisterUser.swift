import CareModels
import HTTP
import Postgres

extension Transaction {
    /// Inserts the user and says so to the other services; throws `UsernameTaken`.
    func register(_ user: UserRecord) async throws {
        guard try await insert(user) else { throw UsernameTaken() }
        try await emit(user.registered)
    }
}

struct UsernameTaken: ProblemConvertible {
    var problem: Problem {
        var problem = Problem.conflict("username-taken", title: "The username is taken", detail: "Choose another username.")
        problem.fields = [Fault("username", "is taken")]
        return problem
    }
}
