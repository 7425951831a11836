import CareModels
import Crypto
import HTTP

/// `GET /oauth/jwks` (RFC 7517): the next, current and previous signing keys.
struct GetKeys: Sendable {
    private let keys: KeyRing
    private let document: RemadeDocument<[WebKey]>

    init(dependencies: Dependencies) {
        keys = dependencies.keys
        document = RemadeDocument { keys in
            var response = try Response.json(KeySetView(keys: keys))
            let tag = "\"\(Base64URL.encode(Array(SHA256.hash(data: response.body).prefix(12))))\""
            response.headers.replaceOrAdd(name: "ETag", value: tag)
            response.headers.replaceOrAdd(name: "Cache-Control", value: "public, max-age=60")
            return response
        }
    }

    func handle(_ request: Request) async throws -> Response { try document.response(try await keys.published()) }
}
