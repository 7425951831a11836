import CareModels
import Crypto
import Foundation
import HTTP
import JSON
import Sealing

/// What a client's `Idempotency-Key` becomes (draft-ietf-httpapi-idempotency-key-header). The key itself is never stored: its hash finds
/// the row; a secret made of it and of the service's master key, which is in no database, proves that the request is the same and seals
/// the response. So the table tells nothing of a body, a sign-up's password for instance, not even to who guesses both.
struct IdempotencyKey {
    static let header = "Idempotency-Key"
    static let mostCharacters = 255

    let hash: [UInt8]
    private let request: Request
    /// What was asked for beside method and path.
    private let content: [UInt8]
    /// Under each master key, the current one first. A service without one has the client's key alone.
    private let secrets: [IdempotencySecret]
    private let legacy: LegacyIdempotencyKey

    /// Nil without the header; a 400 problem when it is empty, too long or not printable ASCII. `content`: what stands for the body when that was not kept.
    init?(_ request: Request, content: [UInt8]? = nil) throws {
        let values = request.headers[Self.header]
        guard let text = values.first else { return nil }
        let isPrintable = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        guard values.count == 1, isPrintable, (1...Self.mostCharacters).contains(text.utf8.count) else {
            throw Problem.invalid(Fault(Self.header, "must be one value of 1 to \(limit: Self.mostCharacters) printable ASCII characters, best a UUID"))
        }
        let key = Array(text.utf8)
        self.request = request
        self.content = content ?? request.body
        hash = SHA256.hash(data: Array("careline idempotency ".utf8) + key).withUnsafeBytes(Array.init)
        let masters = request.secrets?() ?? [SymmetricKey(data: Array("careline idempotency".utf8))]
        secrets = masters.map { IdempotencySecret(of: key, under: $0) }
        legacy = LegacyIdempotencyKey(Data(key), request)
    }

    var fingerprint: [UInt8] { RequestFingerprint(request, content, under: secrets[0]).bytes }

    /// In what this request differs from the one whose fingerprint is stored; empty when it is the same.
    func differences(from stored: [UInt8]) -> [String] {
        if legacy.isFingerprint(stored) { return [] }
        let differences = secrets.map { RequestFingerprint(request, content, under: $0).differences(from: stored) }
        return differences.min { $0.count < $1.count } ?? RequestFingerprint.parts
    }

    func sealed(_ response: StoredResponse) throws -> [UInt8] {
        let box = try AES.GCM.seal(response.json, using: secrets[0].sealing)
        guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return Array(combined)
    }

    func opened(_ bytes: [UInt8]) throws -> StoredResponse {
        let box = try AES.GCM.SealedBox(combined: bytes)
        for key in secrets.map(\.sealing) + [legacy.seal] {
            if let plain = try? AES.GCM.open(box, using: key) { return try CareJSON.decode(StoredResponse.self, from: plain) }
        }
        throw CannotOpen()
    }
}

/// What a client's key and a master key make together. Of it come the codes of a request's parts and the key that seals its answer.
struct IdempotencySecret {
    private let code: HMAC<SHA256>
    private let bytes: [UInt8]

    init(of key: [UInt8], under master: SymmetricKey) {
        bytes = HMAC<SHA256>.authenticationCode(for: key, using: master).withUnsafeBytes(Array.init)
        code = HMAC<SHA256>(key: SymmetricKey(data: bytes))
    }

    /// HMAC-SHA256 of the parts, one behind the other.
    func authenticate(_ parts: [UInt8]...) -> [UInt8] { Self.finish(code, parts) }

    /// HKDF-SHA256 (RFC 5869) without a salt, whose one block is these two codes: the library's own takes 110,000 instructions of each request.
    var sealing: SymmetricKey {
        let extracted = Self.finish(HMAC(key: SymmetricKey(data: [UInt8](repeating: 0, count: SHA256.byteCount))), [bytes])
        let expanded = Self.finish(HMAC(key: SymmetricKey(data: extracted)), [Array("careline idempotent response".utf8), [1]])
        return SymmetricKey(data: expanded)
    }

    private static func finish(_ begun: HMAC<SHA256>, _ parts: [[UInt8]]) -> [UInt8] {
        var code = begun
        for part in parts { code.update(data: part) }
        return code.finalize().withUnsafeBytes(Array.init)
    }
}

/// Proves of each part of a request that it is the same, so that a client can be told which is not: 16 bytes of HMAC-SHA256 each.
///
/// Conditions are a part of those requests alone that have any: all others' fingerprints are as the release before made them, which knew of none. It refuses a retry of
/// one of ours that has some, as we do one of its, and neither does anything twice.
struct RequestFingerprint {
    static let parts = ["method", "path", "body", "condition"]
    /// What a request is about or means hangs on these as well.
    static let conditions = ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-None-Exist", "Care-Annotations"]
    private static let length = 16

    let bytes: [UInt8]

    init(_ request: Request, _ content: [UInt8], under secret: IdempotencySecret) {
        let conditions = Self.lines(request)
        let contents = [Array(request.method.rawValue.utf8), Array(request.path.utf8), content] + (conditions.isEmpty ? [] : [conditions])
        bytes = zip(Self.parts, contents).flatMap { part, content in secret.authenticate(Array("\(part) ".utf8), content).prefix(Self.length) }
    }

    /// A line for the query, and one for each header of them, as they were sent; empty without.
    private static func lines(_ request: Request) -> [UInt8] {
        var lines: [UInt8] = []
        let query = request.queryString
        if !query.isEmpty { lines += Array("?\(query)\n".utf8) }
        for name in conditions {
            for value in request.headers[name] { lines += Array("\(name): \(value)\n".utf8) }
        }
        return lines
    }

    /// The names of the parts that differ: the first three, when `stored` is none of these.
    func differences(from stored: [UInt8]) -> [String] {
        let most = max(stored.count, bytes.count)
        guard stored.count.isMultiple(of: Self.length), (3 * Self.length...4 * Self.length).contains(stored.count) else { return Array(Self.parts.prefix(3)) }
        return (0..<most / Self.length).filter { index in
            let range = index * Self.length..<(index + 1) * Self.length
            guard range.upperBound <= stored.count, range.upperBound <= bytes.count else { return true }
            return stored[range] != bytes[range]
        }.map { Self.parts[$0] }
    }
}

/// How the release before master keys were used made its rows. They live for a day: a retry of theirs is still understood, then this can
/// go. That release in its turn answers a retry of one of ours with a 422, and does nothing twice.
struct LegacyIdempotencyKey {
    private let secret: SymmetricKey
    private let request: Request

    init(_ key: Data, _ request: Request) {
        secret = SymmetricKey(data: key)
        self.request = request
    }

    func isFingerprint(_ stored: [UInt8]) -> Bool {
        guard stored.count == SHA256.byteCount else { return false }
        var content = HMAC<SHA256>(key: secret)
        content.update(data: Data("\(request.method.rawValue) \(request.path)\n".utf8))
        content.update(data: request.body)
        return Array(content.finalize()) == stored
    }

    var seal: SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data("careline idempotent response".utf8), outputByteCount: 32)
    }
}
