import HTTP
import Postgres
import Telemetry

/// Too many sign-ups from this address; seconds to wait.
struct SignUpsBlocked: ProblemConvertible {
    var seconds: Int
    var problem: Problem { .tooManyRequests(retryAfter: seconds) }
}

extension Handlers {
    /// The new password's hash, once this sign-up has been counted for its address; throws `SignUpsBlocked`.
    ///
    /// It is looked at before the hash, which whoever is blocked shall not cost us, and counted after it, in a commit of its own, so that a
    /// name found taken counts and one that was turned away for a full queue does not.
    func countedHash(of password: String, _ request: Request) async throws -> String {
        let key = dependencies.identifiers.signUps(from: request.clientAddress)
        let before = try await dependencies.pool.withConnection { try await $0.signUps(from: key) }
        try refuse(before)
        let hash = try await dependencies.passwords.hash(password)
        try await dependencies.pool.transaction { tx in
            let instant = dependencies.now()
            let state = try await tx.lockedSignUps(from: key, now: instant)
            try refuse(state)
            try await tx.save(SignUpQuota.counted(state, now: instant), signUpsFrom: key)
        }
        return hash
    }

    private func refuse(_ state: SignUpQuota.State?) throws {
        guard let seconds = SignUpQuota.wait(state, most: dependencies.config.signUpsPerHour, now: dependencies.now()) else { return }
        Metrics.count("auth_sign_ups_blocked_total")
        throw SignUpsBlocked(seconds: seconds)
    }
}
