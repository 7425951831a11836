import HTTP

/// `GET /.well-known/openid-configuration` and `GET /.well-known/oauth-authorization-server`.
struct GetMetadata: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try .json(MetadataView(issuer: dependencies.settings.issuer), headers: ["Cache-Control": "public, max-age=3600"])
    }
}
