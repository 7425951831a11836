import HTTP
import Telemetry

/// The password of somebody who signs up, hashed once the sign-up has been counted for its address; throws `SignUpQuota.Refusal`.
///
/// It is looked at before the hash, which whoever is blocked shall not cost us, and counted after it, in a commit of its own, so that a
/// name found taken counts and one that was turned away for a full queue does not.
struct NewPassword: Sendable {
    let dependencies: Dependencies

    func hash(_ password: String, _ request: Request) async throws -> String {
        do {
            return try await countedHash(password, key: dependencies.identifiers.signUps(from: request.clientAddress))
        } catch let refusal as SignUpQuota.Refusal {
            AuthMetrics.signUpsBlocked.add()
            throw refusal
        }
    }

    private func countedHash(_ password: String, key: [UInt8]) async throws -> String {
        let most = dependencies.settings.signUpsPerHour
        let before = try await dependencies.pool.withConnection { try await $0.signUps(from: key) }
        try SignUpQuota.check(before, most: most, now: dependencies.now())
        let hash = try await dependencies.passwords.hash(password)
        try await dependencies.pool.transaction { tx in try await CountSignUp(most: most, now: dependencies.now)(from: key, tx) }
        return hash
    }
}
