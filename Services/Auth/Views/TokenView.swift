import CareModels

/// The token endpoint's answer (RFC 6749, 5.1).
struct TokenView: Codable, Equatable, Sendable {
    var access_token: String
    var token_type = "Bearer"
    /// Seconds.
    var expires_in: Int
    var refresh_token: String?
    var scope: String
    var id_token: String?
    /// Of a token exchange (RFC 8693, 2.2.1).
    var issued_token_type: String?
    /// Whose records it is for (SMART App Launch): an id of FHIR's, under either base.
    var patient: UserID?
    /// The visit that the app was opened for, with the answer to its code alone.
    var encounter: String?
    /// How an app that was opened from another looks like that, likewise.
    var smart_style_url: String?

    /// How the access token is sent: by itself, or with a proof of the key that it is bound to (RFC 9449, 5).
    static func type(boundTo key: String?) -> String { key == nil ? "Bearer" : "DPoP" }
}
