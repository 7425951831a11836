import CareModels
import Crypto
import Foundation
import JSON

/// What a client's `Idempotency-Key` becomes (draft-ietf-httpapi-idempotency-key-header). The key itself is never stored: its
/// hash finds the row, an HMAC under it proves that the request is the same, and a cipher under it seals the response. So
/// the table can hold neither a password's fast hash nor a readable body.
struct IdempotencyKey {
    static let header = "Idempotency-Key"
    static let mostCharacters = 255

    let hash: [UInt8]
    let fingerprint: [UInt8]
    private let seal: SymmetricKey

    /// Nil without the header; a 400 problem when it is empty, too long or not printable ASCII.
    init?(_ request: Request) throws {
        let values = request.headers[Self.header]
        guard let text = values.first else { return nil }
        let isPrintable = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        guard values.count == 1, isPrintable, (1...Self.mostCharacters).contains(text.utf8.count) else {
            let message = "one value of 1 to \(Self.mostCharacters) printable ASCII characters, best a UUID"
            throw Problem.invalid([Fault(Self.header, message)])
        }
        let secret = SymmetricKey(data: Data(text.utf8))
        hash = Array(SHA256.hash(data: Data("careline idempotency ".utf8) + Data(text.utf8)))
        var content = HMAC<SHA256>(key: secret)
        content.update(data: Data("\(request.method.rawValue) \(request.path)\n".utf8))
        content.update(data: request.body)
        fingerprint = Array(content.finalize())
        seal = HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data("careline idempotent response".utf8), outputByteCount: 32)
    }

    func sealed(_ response: StoredResponse) throws -> [UInt8] {
        let box = try AES.GCM.seal(try CareJSON.encode(response), using: seal)
        guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return Array(combined)
    }

    func opened(_ bytes: [UInt8]) throws -> StoredResponse {
        let box = try AES.GCM.SealedBox(combined: bytes)
        return try CareJSON.decode(StoredResponse.self, from: try AES.GCM.open(box, using: seal))
    }
}
