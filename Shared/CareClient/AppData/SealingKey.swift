import CareModels
import Crypto
import Foundation

/// A P-256 key that app data is sealed to. The library's own types of keys are not all `Sendable`.
struct SealingKey: Equatable, Sendable {
    let bytes: Data
    let publicKey: SealingPublicKey

    init() { self.init(P256.KeyAgreement.PrivateKey()) }

    init?(bytes: Data) {
        guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: bytes) else { return nil }
        self.init(key)
    }

    private init(_ key: P256.KeyAgreement.PrivateKey) {
        bytes = key.rawRepresentation
        publicKey = SealingPublicKey(key.publicKey)
    }

    func key() throws -> P256.KeyAgreement.PrivateKey { try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes) }
}

/// Somebody's public key, by which something is sealed for them.
public struct SealingPublicKey: Hashable, Sendable {
    /// An uncompressed point of P-256.
    public let bytes: Data

    /// Of an uncompressed point; nil when this is none of the curve.
    public init?(bytes: Data) {
        guard bytes.count == 65, (try? P256.KeyAgreement.PublicKey(x963Representation: bytes)) != nil else { return nil }
        self.bytes = bytes
    }

    init(_ key: P256.KeyAgreement.PublicKey) { bytes = key.x963Representation }

    func key() throws -> P256.KeyAgreement.PublicKey { try P256.KeyAgreement.PublicKey(x963Representation: bytes) }

    /// RFC 7638: compare it with what the other device shows before you seal anything for it.
    public var thumbprint: String {
        let (x, y) = (Base64URL.encode(bytes[(bytes.startIndex + 1)..<(bytes.startIndex + 33)]), Base64URL.encode(bytes.suffix(32)))
        return Base64URL.encode(SHA256.hash(data: Data(#"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#.utf8)))
    }
}

/// A private key as a person keeps it on paper: base32 in groups of four, with a sum at the end that tells slips of the pen.
enum PrintedKey {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    static func text(_ key: SealingKey) -> String {
        let bytes = key.bytes + sum(key.bytes)
        var text = ""
        var (pending, bits) = (0, 0)
        for byte in bytes {
            (pending, bits) = (pending << 8 | Int(byte), bits + 8)
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[pending >> bits & 31])
            }
            pending &= (1 << bits) - 1
        }
        if bits > 0 { text.append(alphabet[pending << (5 - bits) & 31]) }
        return stride(from: 0, to: text.count, by: 4).map { String(text.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }

    /// Nil when a letter is missing or another one.
    static func key(_ text: String) -> SealingKey? {
        let letters = text.uppercased().filter { !"- \n".contains($0) }
        // 36 bytes.
        guard letters.count == 58 else { return nil }
        var bytes = Data()
        var (pending, bits) = (0, 0)
        for letter in letters {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            (pending, bits) = (pending << 5 | value, bits + 5)
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(pending >> bits & 255))
            }
            pending &= (1 << bits) - 1
        }
        guard pending == 0, sum(bytes.prefix(32)) == Data(bytes.suffix(4)) else { return nil }
        return SealingKey(bytes: Data(bytes.prefix(32)))
    }

    private static func sum(_ bytes: some Sequence<UInt8>) -> Data { Data(SHA256.hash(data: Data("careline printed key v1".utf8) + Data(bytes)).prefix(4)) }
}
