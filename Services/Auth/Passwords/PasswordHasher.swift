/// Argon2id hashes of passwords, in PHC strings.
struct PasswordHasher: Sendable {
    /// The work itself: the hash of a password, of so many bytes.
    typealias Work = @Sendable (_ cost: PasswordCost, _ password: String, _ salt: [UInt8], _ length: Int) throws -> [UInt8]

    let cost: PasswordCost
    private let threads: HashingThreads
    private let work: Work
    /// No password's: tried where there is none, so that it takes the same time.
    private let standInSalt = Secret.random(bytes: 16)
    private let standInHash = Secret.random(bytes: Argon2id.hashLength)

    init(cost: PasswordCost, threads: HashingThreads, work: @escaping Work = { try Argon2id(cost: $0).hash($1, salt: $2, length: $3) }) {
        self.cost = cost
        self.threads = threads
        self.work = work
    }

    /// Throws `HashingThreads.Busy` when too many wait.
    func hash(_ password: String) async throws -> String {
        let (cost, work) = (cost, work)
        return try await threads.run {
            let salt = Secret.random(bytes: 16)
            return PasswordHash(cost: cost, salt: salt, hash: try work(cost, password, salt, Argon2id.hashLength)).phc
        }
    }

    /// Against nil it is false, and takes as long as against a hash of `standIn`.
    func verify(_ password: String, against phc: String?, standIn: PasswordCost? = nil) async throws -> Bool {
        let found = phc.flatMap { PasswordHash(phc: $0) }
        let expected = found ?? PasswordHash(cost: standIn ?? cost, salt: standInSalt, hash: standInHash)
        let work = work
        let isRight = try await threads.run {
            let hash = try work(expected.cost, password, expected.salt, expected.hash.count)
            return Secret.equal(hash, expected.hash)
        }
        return isRight && found != nil
    }
}
