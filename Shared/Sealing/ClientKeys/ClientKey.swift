import CareModels
import Crypto
import Foundation

/// A public key whose private half only a client has: what is sealed to it nobody here opens. HPKE (RFC 9180) in base mode with
/// DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM.
// @unchecked: the key is never changed after it was made.
package struct ClientKey: @unchecked Sendable {
    private let key: P256.KeyAgreement.PublicKey

    /// Of HPKE's encapsulated key, an uncompressed point.
    package static let pointLength = 65
    /// How much longer what is sealed is than what it holds.
    package static let overhead = 16

    /// Nil when these bytes are no uncompressed point of P-256.
    package init?(_ x963: [UInt8]) {
        guard x963.count == Self.pointLength, x963[0] == 4, let key = try? P256.KeyAgreement.PublicKey(x963Representation: x963) else { return nil }
        self.key = key
    }

    package var bytes: [UInt8] { Array(key.x963Representation) }

    /// By which envelopes name it: SHA-256 of the key as a JSON Web Key (RFC 7638), in base64url.
    package var thumbprint: String { JSONWebKey(publicKey: bytes).kid }

    package func seal(_ bytes: [UInt8], info: String, at place: String) throws -> (encapsulated: [UInt8], sealed: [UInt8]) {
        var sender = try HPKE.Sender(recipientKey: key, ciphersuite: .P256_SHA256_AES_GCM_256, info: Data(info.utf8))
        let sealed = try sender.seal(Data(bytes), authenticating: Data(place.utf8))
        return (Array(sender.encapsulatedKey), Array(sealed))
    }
}
