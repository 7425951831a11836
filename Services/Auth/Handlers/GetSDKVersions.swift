import HTTP

/// `GET /sdk/versions`: which versions of clients go on, as the operator says. An app asks at its start.
struct GetSDKVersions: Sendable {
    private let document: ConstantDocument

    init(dependencies: Dependencies) { document = ConstantDocument(dependencies.settings.sdkVersions, lifetime: 300) }

    func handle(_ request: Request) throws -> Response { try document.response() }
}
