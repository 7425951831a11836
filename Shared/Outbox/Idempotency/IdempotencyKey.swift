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
    private let secrets: [SymmetricKey]
    private let legacy: LegacyIdempotencyKey

    /// Nil without the header; a 400 problem when it is empty, too long or not printable ASCII. `content`: what stands for the body when that was not kept.
    init?(_ request: Request, content: [UInt8]? = nil) throws {
        let values = request.headers[Self.header]
        guard let text = values.first else { return nil }
        let isPrintable = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        guard values.count == 1, isPrintable, (1...Self.mostCharacters).contains(text.utf8.count) else {
            throw Problem.invalid([Fault(Self.header, "must be one value of 1 to \(Self.mostCharacters) printable ASCII characters, best a UUID")])
        }
        let key = Data(text.utf8)
        self.request = request
        self.content = content ?? request.body
        hash = Array(SHA256.hash(data: Data("careline idempotency ".utf8) + key))
        let masters = request.secrets?() ?? [SymmetricKey(data: Data("careline idempotency".utf8))]
        secrets = masters.map { SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: key, using: $0)) }
        legacy = LegacyIdempotencyKey(key, request)
    }

    var fingerprint: [UInt8] { RequestFingerprint(request, content, under: secrets[0]).bytes }

    /// In what this request differs from the one whose fingerprint is stored; empty when it is the same.
    func differences(from stored: [UInt8]) -> [String] {
        if legacy.isFingerprint(stored) { return [] }
        let differences = secrets.map { RequestFingerprint(request, content, under: $0).differences(from: stored) }
        return differences.min { $0.count < $1.count } ?? RequestFingerprint.parts
    }

    func sealed(_ response: StoredResponse) throws -> [UInt8] {
        let box = try AES.GCM.seal(try CareJSON.encode(response), using: Self.seal(secrets[0]))
        guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return Array(combined)
    }

    func opened(_ bytes: [UInt8]) throws -> StoredResponse {
        let box = try AES.GCM.SealedBox(combined: bytes)
        for key in secrets.map(Self.seal) + [legacy.seal] {
            if let plain = try? AES.GCM.open(box, using: key) { return try CareJSON.decode(StoredResponse.self, from: plain) }
        }
        throw CannotOpen()
    }

    private static func seal(_ secret: SymmetricKey) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data("careline idempotent response".utf8), outputByteCount: 32)
    }
}

/// Proves of each part of a request that it is the same, so that a client can be told which is not: 16 bytes of HMAC-SHA256 each.
struct RequestFingerprint {
    static let parts = ["method", "path", "body"]
    private static let length = 16

    let bytes: [UInt8]

    init(_ request: Request, _ content: [UInt8], under secret: SymmetricKey) {
        func code(_ index: Int, _ content: some DataProtocol) -> ArraySlice<UInt8> {
            var code = HMAC<SHA256>(key: secret)
            code.update(data: Data("\(Self.parts[index]) ".utf8))
            code.update(data: content)
            return Array(code.finalize())[..<Self.length]
        }
        bytes = Array(code(0, Data(request.method.rawValue.utf8)) + code(1, Data(request.path.utf8)) + code(2, content))
    }

    /// The names of the parts that differ: all, when `stored` is none of these.
    func differences(from stored: [UInt8]) -> [String] {
        guard stored.count == bytes.count else { return Self.parts }
        return Self.parts.indices.filter { index in
            let range = index * Self.length..<(index + 1) * Self.length
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
