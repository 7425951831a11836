import Crypto
import Foundation
import Sealing
import _CryptoExtras

/// The public half of a signing key, to check with.
// @unchecked: the key is never changed, and checking only reads it.
struct CheckingKey: @unchecked Sendable {
    private enum PublicKey {
        case es256(P256.Signing.PublicKey)
        case rs256(_RSA.Signing.PublicKey)
    }

    let algorithm: SigningAlgorithm
    private let key: PublicKey

    /// Of a key as `SigningKeyRecord.publicKey` has it.
    init(_ algorithm: SigningAlgorithm, publicKey: [UInt8]) throws {
        self.algorithm = algorithm
        switch algorithm {
        case .es256: key = .es256(try P256.Signing.PublicKey(x963Representation: publicKey))
        case .rs256: key = .rs256(try _RSA.Signing.PublicKey(derRepresentation: publicKey))
        }
    }

    func accepts(_ signature: [UInt8], for input: Data) -> Bool {
        switch key {
        case .es256(let key): P256.Signing.ECDSASignature(es256: signature).map { key.isValidSignature($0, for: input) } ?? false
        case .rs256(let key):
            key.isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: signature), for: input, padding: .insecurePKCS1v1_5)
        }
    }
}
