import CareModels
import Foundation
import HTTP
import Sealing

/// `POST /app-data/keys/challenges`: sealed to a public key, what only the holder of the private one can answer. Nothing is stored.
struct ChallengeAppDataKey: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var publicKey: String?
    }

    func handle(_ request: Request) async throws -> Response {
        let owner = try await request.owner(dependencies)
        let body: Body = try request.decode()
        let key = try AppDataKeyProof.key(body.publicKey)
        let expiresAt = dependencies.now().addingTimeInterval(AppDataKey.patience).wholeMilliseconds
        let proof = AppDataKeyProof(owner: owner, key: key, expiresAt: expiresAt)
        let (encapsulated, sealed) = try proof.challenge(dependencies.keys.masters)
        return try .json(
            ChallengeView(encapsulated: encapsulated, sealed: sealed, expiresAt: expiresAt), headers: ["Cache-Control": "no-store"])
    }
}

/// That somebody holds the private half of a key: they say what was sealed to it. What that is follows from whose key it is, which, and until when.
struct AppDataKeyProof: Sendable {
    static let info = "careline app data proof v1"
    private static let purpose = "app data keys"

    let owner: UserID
    let key: ClientKey
    let expiresAt: Date

    static func key(_ text: String?) throws -> ClientKey {
        guard let text, let key = Base64URL.decode(text).flatMap(ClientKey.init) else {
            throw Faults("publicKey", "must be an uncompressed point of P-256: base64url, without padding, of 65 bytes")
        }
        return key
    }

    private var text: String { "\(owner) \(key.thumbprint) \(RFC3339.format(expiresAt))" }

    func challenge(_ masters: MasterKeys) throws -> (encapsulated: [UInt8], sealed: [UInt8]) {
        try key.seal(masters.signature(of: text, for: Self.purpose), info: Self.info, at: "\(owner)\n\(key.thumbprint)")
    }

    func isAnswered(by answer: [UInt8], _ masters: MasterKeys) -> Bool { masters.isSignature(answer, of: text, for: Self.purpose) }
}
