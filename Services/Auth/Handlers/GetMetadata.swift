import HTTP

/// `GET /.well-known/openid-configuration` and `GET /.well-known/oauth-authorization-server`, made once: anybody may ask, as often as they like.
struct GetMetadata: Sendable {
    private let answer: Result<Response, any Error>

    init(dependencies: Dependencies) {
        answer = Result { try .json(MetadataView(issuer: dependencies.settings.issuer), headers: ["Cache-Control": "public, max-age=3600"]) }
    }

    func handle(_ request: Request) async throws -> Response { try answer.get() }
}
