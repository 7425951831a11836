import CareModels
import CareService
import Crypto
import Foundation
import Sealing
import _CryptoExtras

/// A key that signs tokens, opened.
// @unchecked: the key is never changed, and BoringSSL signs with a const key from any thread.
struct SigningKey: @unchecked Sendable {
    /// The key in the database was sealed under a master key that this replica does not know, or changed.
    struct CannotOpen: Error, CustomStringConvertible {
        var description: String { "a signing key cannot be opened: it was sealed with none of the keys in CARE_MASTER_KEY" }
    }

    private enum PrivateKey {
        case es256(P256.Signing.PrivateKey)
        case rs256(_RSA.Signing.PrivateKey)
    }

    let algorithm: SigningAlgorithm
    let schedule: KeyRotation.Key
    let published: WebKey
    let checking: CheckingKey
    private let privateKey: PrivateKey

    static func make(_ algorithm: SigningAlgorithm, signsFrom: Date, masters: MasterKeys, now: Date) async throws -> SigningKeyRecord {
        let pair = try await pair(algorithm)
        var record = SigningKeyRecord(
            algorithm: algorithm, kid: UUID.v7(at: now).lowercaseText, publicKey: Array(pair.publicKey), sealedKey: [], masterKeyID: nil,
            signsFrom: signsFrom, createdAt: now)
        try record.seal(pair.privateKey, with: masters.current)
        return record
    }

    init(_ record: SigningKeyRecord, masters: MasterKeys) throws {
        let opened = try record.opened(masters)
        (algorithm, schedule) = (record.algorithm, record.schedule)
        checking = try CheckingKey(record.algorithm, publicKey: record.publicKey)
        switch record.algorithm {
        case .es256:
            privateKey = .es256(try P256.Signing.PrivateKey(rawRepresentation: opened))
            published = .es256(JSONWebKey(kid: record.kid, publicKey: record.publicKey))
        case .rs256:
            guard let key = RSAWebKey(kid: record.kid, pkcs1: record.publicKey) else { throw CannotOpen() }
            privateKey = .rs256(try _RSA.Signing.PrivateKey(derRepresentation: opened))
            published = .rs256(key)
        }
    }

    /// A compact JSON Web Token; `type` is its `typ`.
    func sign(_ claims: some Encodable, type: String) throws -> String {
        try JSONWebToken.sign(claims, type: type, kid: schedule.kid, algorithm: algorithm.rawValue) { input in
            switch privateKey {
            case .es256(let key): try key.signature(for: input).rawRepresentation
            // RS256 is this padding (RFC 7518, section 3.3); its name warns of encrypting with it.
            case .rs256(let key): try key.signature(for: input, padding: .insecurePKCS1v1_5).rawRepresentation
            }
        }
    }

    private static func pair(_ algorithm: SigningAlgorithm) async throws -> (publicKey: Data, privateKey: Data) {
        switch algorithm {
        case .es256:
            let key = P256.Signing.PrivateKey()
            return (key.publicKey.x963Representation, key.rawRepresentation)
        case .rs256:
            // The search for its primes takes a part of a second, so on a thread of its own, for which no request waits.
            return try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(
                        with: Result {
                            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
                            return (key.publicKey.pkcs1DERRepresentation, key.derRepresentation)
                        })
                }
            }
        }
    }
}

extension SigningKeyRecord: SealedRow {
    /// Bound to its kid, so that it does not open in another row.
    mutating func seal(_ privateKey: Data, with master: MasterKey) throws {
        sealedKey = Array(try master.key(for: .signingKeys).seal(privateKey, at: kid))
        masterKeyID = master.id
    }

    /// The private half; throws `SigningKey.CannotOpen`.
    func opened(_ masters: MasterKeys) throws -> Data {
        for master in masters.all where masterKeyID == nil || masterKeyID == master.id {
            if let opened = try? master.key(for: .signingKeys).open(sealedKey, at: kid) { return opened }
        }
        throw SigningKey.CannotOpen()
    }
}
