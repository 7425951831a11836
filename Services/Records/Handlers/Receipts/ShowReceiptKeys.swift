import HTTP
import Sealing

/// `GET /records/receipts/jwks`: what receipts are checked with, of whatever age.
struct ShowReceiptKeys: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let keys = try await dependencies.pool.withConnection { try await $0.receiptKeys() }
        return try .json(JSONWebKeySet(keys: keys), headers: ["Cache-Control": "public, max-age=300"])
    }
}
