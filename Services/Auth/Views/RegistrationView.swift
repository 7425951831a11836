import Foundation

/// A registration as its client is told of it (RFC 7591, 3.2.1; RFC 7592, 3).
struct RegistrationView: Encodable, Sendable {
    var metadata: ClientMetadata
    var issuedAt: Date
    /// This once.
    var secret: String?
    var registrationToken: String?
    var registrationURI: String

    private enum CodingKeys: String, CodingKey {
        case client_id_issued_at, client_secret, client_secret_expires_at, registration_access_token, registration_client_uri
    }

    func encode(to encoder: any Encoder) throws {
        try metadata.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Int(issuedAt.timeIntervalSince1970), forKey: .client_id_issued_at)
        try container.encodeIfPresent(secret, forKey: .client_secret)
        // It does not expire.
        if secret != nil { try container.encode(0, forKey: .client_secret_expires_at) }
        try container.encodeIfPresent(registrationToken, forKey: .registration_access_token)
        try container.encode(registrationURI, forKey: .registration_client_uri)
    }
}
