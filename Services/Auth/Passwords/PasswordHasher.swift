import CArgon2
import Foundation

/// Argon2id (RFC 9106) through libargon2, in PHC strings.
struct PasswordHasher: Sendable {
    struct Failure: Error { var code: Int32 }

    let cost: PasswordCost
    private let threads: HashingThreads
    /// No password's: verified when there is no such user, so that it takes the same time.
    private let dummy: String

    init(cost: PasswordCost, threads: HashingThreads) {
        self.cost = cost
        self.threads = threads
        let encode = { (bytes: [UInt8]) in Data(bytes).base64EncodedString().replacingOccurrences(of: "=", with: "") }
        dummy = cost.prefix + encode(Secret.random(bytes: 16)) + "$" + encode(Secret.random())
    }

    /// Throws `HashingThreads.Busy` when too many wait.
    func hash(_ password: String) async throws -> String {
        let cost = cost
        return try await threads.run { try Self.encode(password, cost: cost) }
    }

    /// Against nil it takes as long and is false.
    func verify(_ password: String, against phc: String?) async throws -> Bool {
        let expected = phc ?? dummy
        let isRight = try await threads.run { argon2id_verify(expected, password, password.utf8.count) == ARGON2_OK.rawValue }
        return isRight && phc != nil
    }

    private static func encode(_ password: String, cost: PasswordCost) throws -> String {
        let salt = Secret.random(bytes: 16)
        let hashLength = 32
        let (passes, memory, lanes) = (UInt32(cost.passes), UInt32(cost.memoryKiB), UInt32(cost.lanes))
        let length = argon2_encodedlen(passes, memory, lanes, UInt32(salt.count), UInt32(hashLength), Argon2_id)
        var encoded = [CChar](repeating: 0, count: length)
        let code = argon2id_hash_encoded(
            passes, memory, lanes, password, password.utf8.count, salt, salt.count, hashLength, &encoded, encoded.count)
        guard code == ARGON2_OK.rawValue else { throw Failure(code: code) }
        return String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
