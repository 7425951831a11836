import CareModels
import Foundation
import HTTP
import Outbox

/// `POST /app-data/keys`: a public key of the person's device, with the answer to its challenge.
struct CreateAppDataKey: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var publicKey: String?
        var name: String?
        var expiresAt: Date?
        var answer: String?
    }

    func handle(_ request: Request) async throws -> Response {
        let owner = try await request.owner(dependencies)
        let body: Body = try request.decode()
        let key = try AppDataKeyProof.key(body.publicKey)
        var checks = Checks()
        let name = checks.name(body.name, "name", most: AppDataKey.longestName)
        let expiresAt = body.expiresAt ?? .distantPast
        let isAnswered = AppDataKeyProof(owner: owner, key: key, expiresAt: expiresAt)
            .isAnswered(by: body.answer.flatMap { Base64URL.decode($0) } ?? [], dependencies.keys.masters)
        checks.check(isAnswered, "answer", "must be what the challenge holds, which was sealed to this key for you")
        checks.check(expiresAt > dependencies.now() || !isAnswered, "expiresAt", "is over; ask for another challenge")
        try checks.done()
        let keep = KeepAppDataKey(keys: dependencies.keys, now: dependencies.moment, newID: dependencies.newID)
        return try await dependencies.pool.idempotent(request) { tx in
            let kept = try await keep(key, name: name, of: owner, tx)
            return try .json(AppDataKeyView(kept), status: .created, headers: ["Location": "/app-data/keys"])
        }
    }
}
