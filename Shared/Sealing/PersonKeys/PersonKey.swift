import CareModels
import Crypto
import Foundation

/// A person's data key, unwrapped. Seals what is stored about them (AES-256-GCM) and makes blind indexes (HMAC-SHA256) of what has
/// to be searched. Each key is derived from it (HKDF), so that an index tells nothing about a seal, and who has the key of the measurements has no other.
package struct PersonKey: Sendable, CustomStringConvertible {
    package let person: UserID
    private let sealing: SecretBytes
    private let indexing: SecretBytes
    /// For events.
    package let measurements: MeasurementKey

    /// A sealed value: this byte, a nonce of 12, the ciphertext, a tag of 16.
    private static let format: UInt8 = 1
    /// How much longer a sealed value is than what it holds, in bytes.
    package static let overhead = 29
    /// In bytes. 128 bits of an HMAC-SHA256: no two values of a person meet.
    package static let indexLength = 16

    init(person: UserID, dataKey: SymmetricKey) {
        self.person = person
        func derive(_ purpose: String) -> SecretBytes {
            SecretBytes(HKDF<SHA256>.deriveKey(inputKeyMaterial: dataKey, info: Data("careline person \(purpose)".utf8), outputByteCount: 32))
        }
        sealing = derive("sealing")
        indexing = derive("index")
        measurements = MeasurementKey(derive("measurements"))
    }

    package var description: String { "PersonKey(\(person))" }

    /// `place` says where the value belongs: table, column, row's id, version. It is not stored; opening needs the same, so a value
    /// copied to another row does not open there. At most 2³² values under one key (NIST SP 800-38D, 8.3).
    package func seal(_ bytes: [UInt8], at place: String) throws -> [UInt8] {
        [Self.format] + (try sealing.seal(bytes, at: place))
    }

    package func seal(_ text: String, at place: String) throws -> [UInt8] { try seal(Array(text.utf8), at: place) }

    /// Throws `CannotOpen`.
    package func open(_ sealed: [UInt8], at place: String) throws -> [UInt8] {
        guard sealed.count >= Self.overhead, sealed[0] == Self.format else { throw CannotOpen() }
        return Array(try sealing.open(sealed[1...], at: place))
    }

    package func openText(_ sealed: [UInt8], at place: String) throws -> String {
        String(decoding: try open(sealed, at: place), as: UTF8.self)
    }

    /// Tells this key from others, and nothing of it: what a receipt of its destruction names it by.
    package var fingerprint: String { Base64URL.encode(blindIndex("", of: "key fingerprint")) }

    /// 16 bytes that stand for `value` in a column that is searched for equality: the same for the same person, value and `field`,
    /// and telling nothing to whoever has not the key.
    package func blindIndex(_ value: String, of field: String) -> [UInt8] {
        var code = HMAC<SHA256>(key: indexing.key)
        code.update(data: Array(field.utf8))
        code.update(data: [0])
        code.update(data: Array(value.utf8))
        return Array(code.finalize().prefix(Self.indexLength))
    }
}
