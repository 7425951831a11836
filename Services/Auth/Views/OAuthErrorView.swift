/// The token endpoint's refusal (RFC 6749, 5.2).
struct OAuthErrorView: Encodable, Sendable {
    var error: String
    var error_description: String

    init(_ error: OAuthError) {
        self.error = error.code.rawValue
        error_description = error.description
    }
}
