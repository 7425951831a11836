import HTTP

/// `GET /oauth/smart-style`: how an app that was opened from a page of ours looks like it (`smart_style_url`). What stands behind the `?` is for caches alone:
/// while a release goes over to the next, either answers with what it has.
struct GetSMARTStyle: Sendable {
    private static let document = ConstantDocument(SMARTStyleView(), lifetime: 300, tag: "\"\(SMARTStyleView.version)\"")

    func handle(_ request: Request) throws -> Response { try Self.document.response() }
}
