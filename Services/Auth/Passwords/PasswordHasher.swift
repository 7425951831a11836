/// Argon2id hashes of passwords, in PHC strings.
struct PasswordHasher: Sendable {
    let cost: PasswordCost
    private let threads: HashingThreads
    /// No password's: verified when there is no such user, so that it takes the same time.
    private let dummy: PasswordHash

    init(cost: PasswordCost, threads: HashingThreads) {
        self.cost = cost
        self.threads = threads
        dummy = PasswordHash(cost: cost, salt: Secret.random(bytes: 16), hash: Secret.random(bytes: Argon2id.hashLength))
    }

    /// Throws `HashingThreads.Busy` when too many wait.
    func hash(_ password: String) async throws -> String {
        let cost = cost
        return try await threads.run {
            let salt = Secret.random(bytes: 16)
            return PasswordHash(cost: cost, salt: salt, hash: try Argon2id(cost: cost).hash(password, salt: salt)).phc
        }
    }

    /// Against nil it takes as long and is false.
    func verify(_ password: String, against phc: String?) async throws -> Bool {
        let expected = phc.flatMap { PasswordHash(phc: $0) } ?? dummy
        let isRight = try await threads.run {
            let hash = try Argon2id(cost: expected.cost).hash(password, salt: expected.salt, length: expected.hash.count)
            return Secret.equal(hash, expected.hash)
        }
        return isRight && phc != nil
    }
}
