import CareModels
import Crypto
import HTTP

/// `GET /oauth/jwks` (RFC 7517): the next, current and previous signing keys.
struct GetKeys: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        var response = try Response.json(KeySetView(keys: try await dependencies.keys.published()))
        let tag = "\"\(Base64URL.encode(Array(SHA256.hash(data: response.body).prefix(12))))\""
        response.headers.replaceOrAdd(name: "ETag", value: tag)
        response.headers.replaceOrAdd(name: "Cache-Control", value: "public, max-age=60")
        return response
    }
}
