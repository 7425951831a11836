import Crypto
import Foundation

/// The keys that wrap the data keys of persons: secrets of the deployment, never in a database. Nothing is encrypted with one of
/// them directly; the wrapping key is derived from it (HKDF, RFC 5869).
///
/// To rotate: put the new key into CARE_MASTER_KEY and the one before into CARE_MASTER_KEYS_EARLIER, restart, wait until no row of
/// `person_keys` has the earlier fingerprint (`Job.rewrapPersonKeys` sees to it), then remove the earlier one.
public struct MasterKeys: Sendable {
    /// One master key, by its fingerprint.
    struct Key: Sendable {
        let id: String
        /// For data keys, and for events that wait in the outbox.
        let wrapping: SecretBytes
        let events: SecretBytes

        init(_ bytes: [UInt8]) {
            let master = SymmetricKey(data: bytes)
            let print = HKDF<SHA256>.deriveKey(inputKeyMaterial: master, info: Data("careline master key id".utf8), outputByteCount: 12)
            id = Base64URL.encode(print.withUnsafeBytes(Array.init))
            func derive(_ purpose: String) -> SecretBytes {
                SecretBytes(HKDF<SHA256>.deriveKey(inputKeyMaterial: master, info: Data("careline \(purpose)".utf8), outputByteCount: 32))
            }
            wrapping = derive("person keys")
            events = derive("outbox events")
        }
    }

    /// What new keys are wrapped with.
    let current: Key
    private let byID: [String: Key]

    /// Keys of 32 bytes each.
    public init(current: [UInt8], earlier: [[UInt8]] = []) {
        precondition(([current] + earlier).allSatisfy { $0.count == Self.length }, "a master key has 32 bytes")
        let key = Key(current)
        self.current = key
        var byID = [key.id: key]
        for bytes in earlier {
            let key = Key(bytes)
            byID[key.id] = key
        }
        self.byID = byID
    }

    static let length = 32

    /// CARE_MASTER_KEY, the base64 of 32 bytes, and CARE_MASTER_KEYS_EARLIER, several of them with commas between (both secrets: also
    /// as `…_FILE`). Faults are left in the environment.
    public init(_ environment: inout Environment) {
        let current = Self.bytes(environment.secret("CARE_MASTER_KEY"))
        if current == nil { environment.fail("CARE_MASTER_KEY", "must be the base64 of 32 random bytes: openssl rand -base64 32") }
        let texts = environment.secret("CARE_MASTER_KEYS_EARLIER", default: "").split(separator: ",")
        let earlier = texts.compactMap { Self.bytes(String($0)) }
        if earlier.count < texts.count { environment.fail("CARE_MASTER_KEYS_EARLIER", "must be base64 of 32 bytes each, with commas between") }
        self.init(current: current ?? [UInt8](repeating: 0, count: Self.length), earlier: earlier)
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        guard let data = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)), data.count == length else { return nil }
        return [UInt8](data)
    }

    var earlierIDs: [String] { byID.keys.filter { $0 != current.id }.sorted() }

    func key(_ id: String) -> Key? { byID[id] }
}
