import HTTP

/// `GET /.well-known/openid-configuration` and `GET /.well-known/oauth-authorization-server`.
struct GetMetadata: Sendable {
    private let document: ConstantDocument

    init(dependencies: Dependencies) { document = ConstantDocument(MetadataView(issuer: dependencies.settings.issuer), lifetime: 3600) }

    func handle(_ request: Request) throws -> Response { try document.response() }
}
