import CareModels
import Foundation

/// The claims of an access token (RFC 9068, section 2.2), with Careline's `role` and the session's `sid`.
public struct AccessTokenClaims: Codable, Sendable {
    public var iss: String
    public var aud: Audience
    /// A user's id, or the client's own for a machine.
    public var sub: String
    public var client_id: String
    public var role: Role
    public var sid: String?
    public var scope: String?
    public var jti: String
    /// Seconds since 1970.
    public var iat: Double
    public var exp: Double
    public var nbf: Double?

    public init(
        iss: String, aud: String, sub: String, clientID: String, role: Role, sid: SessionID?, scope: String, jti: String, iat: Date, exp: Date
    ) {
        self.iss = iss
        self.aud = Audience([aud])
        self.sub = sub
        client_id = clientID
        self.role = role
        self.sid = sid?.description
        self.scope = scope
        self.jti = jti
        self.iat = iat.timeIntervalSince1970.rounded(.down)
        self.exp = exp.timeIntervalSince1970.rounded(.down)
    }

    /// One string or a list of them (RFC 7519, section 4.1.3).
    public struct Audience: Codable, Sendable {
        public var values: [String]

        public init(_ values: [String]) { self.values = values }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) { values = [one] } else { values = try container.decode([String].self) }
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if values.count == 1 { try container.encode(values[0]) } else { try container.encode(values) }
        }
    }
}
