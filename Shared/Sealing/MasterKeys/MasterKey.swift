import CareModels
import Crypto
import Foundation

/// One master key: 32 secret bytes, known by a fingerprint of them, and since when it is the one that seals.
package struct MasterKey: Sendable {
    /// 16 letters of base64url, which tell nothing of the key.
    package let id: String
    /// From this instant it seals, until the next one does; nil: always. Before, it only opens.
    package let from: Date?
    private let secret: SecretBytes
    private let derivations: Derivations
    /// For the data keys of persons.
    let wrapping: SecretBytes
    /// For events that wait in the outbox.
    package let events: SecretBytes
    /// For what is remembered of a request with an Idempotency-Key.
    package let idempotency: SecretBytes

    /// In bytes.
    package static let length = 32
    package static let idLength = 16

    package init(_ bytes: [UInt8], from: Date? = nil) {
        precondition(bytes.count == Self.length, "a master key has 32 bytes")
        self.from = from
        secret = SecretBytes(bytes)
        derivations = Derivations(of: secret)
        let print = HKDF<SHA256>.deriveKey(inputKeyMaterial: secret.key, info: Data("careline master key id".utf8), outputByteCount: 12)
        id = Base64URL.encode(print.withUnsafeBytes(Array.init))
        wrapping = secret.derived("person keys")
        events = secret.derived("outbox events")
        idempotency = secret.derived("idempotency keys")
    }

    /// A new one.
    package static func random(from: Date?) -> MasterKey { MasterKey(RandomBytes.make(length), from: from) }

    /// A key of its own for `purpose`, of which a program knows few. Nothing is ever done with a master key itself.
    package func derived(_ purpose: String) -> SecretBytes { derivations.key(for: purpose) }

    /// As a line of a key file: the secret itself.
    fileprivate var line: String {
        let base64 = Data(secret.key.withUnsafeBytes(Array.init)).base64EncodedString()
        return from.map { "\(base64) \(RFC3339.format($0))" } ?? base64
    }

    fileprivate init?(line: Substring) {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard (1...2).contains(words.count), let data = Data(base64Encoded: String(words[0])), data.count == Self.length else { return nil }
        var from: Date?
        if words.count == 2 {
            guard let instant = RFC3339.parse(String(words[1])) else { return nil }
            from = instant
        }
        self.init([UInt8](data), from: from)
    }
}

/// The master keys of a deployment, as CARE_MASTER_KEY holds them: one a line (or with commas between), each the base64 of 32
/// bytes and, behind a space, the instant from which it seals. The first key of all has none.
package struct MasterKeyList: Sendable {
    /// In the order in which they take over; of those with the same instant the last one rules.
    package private(set) var keys: [MasterKey]

    package init(_ keys: [MasterKey]) { self.keys = Self.ordered(keys) }

    /// Of one key, the first of all.
    package init(_ first: MasterKey) { self.init([first]) }

    /// nil when a line is none of a key, a key comes twice, or none seals from the beginning.
    package init?(_ text: String) {
        let lines = text.split { $0.isNewline || $0 == "," }.filter { !$0.allSatisfy(\.isWhitespace) }
        let keys = lines.compactMap(MasterKey.init(line:))
        guard keys.count == lines.count, Set(keys.map(\.id)).count == keys.count, keys.contains(where: { $0.from == nil }) else { return nil }
        self.init(keys)
    }

    /// The file's text, with the secrets.
    package var text: String { keys.map { $0.line + "\n" }.joined() }

    /// What seals at this instant.
    package func current(at instant: Date) -> MasterKey { keys[currentIndex(at: instant)] }

    /// Those that sealed before it.
    package func earlier(at instant: Date) -> ArraySlice<MasterKey> { keys[..<currentIndex(at: instant)] }

    /// Those that will seal after it.
    package func waiting(at instant: Date) -> ArraySlice<MasterKey> { keys[(currentIndex(at: instant) + 1)...] }

    package func key(_ id: String) -> MasterKey? { keys.first { $0.id == id } }

    /// The file's line of this key, with the secret; empty when there is none.
    package func line(of id: String) -> String { key(id).map { $0.line + "\n" } ?? "" }

    package func adding(_ key: MasterKey) -> MasterKeyList { MasterKeyList(keys + [key]) }

    /// Without this key; the oldest of those that are left seals "from the beginning" then. There must be another.
    package func removing(_ id: String) -> MasterKeyList {
        var left = keys.filter { $0.id != id }
        precondition(!left.isEmpty, "the last key is never removed")
        if left[0].from != nil { left[0] = left[0].sealing(from: nil) }
        return MasterKeyList(left)
    }

    private func currentIndex(at instant: Date) -> Int {
        keys.lastIndex { ($0.from ?? .distantPast) <= instant } ?? 0
    }

    private static func ordered(_ keys: [MasterKey]) -> [MasterKey] {
        let numbered = keys.enumerated().sorted { one, other in
            let (first, second) = (one.element.from ?? .distantPast, other.element.from ?? .distantPast)
            return first == second ? one.offset < other.offset : first < second
        }
        return numbered.map(\.element)
    }
}

extension MasterKey {
    fileprivate func sealing(from instant: Date?) -> MasterKey { MasterKey(secret.key.withUnsafeBytes(Array.init), from: instant) }
}
