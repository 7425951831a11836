import CareModels
import Foundation

/// The claims of an access token (RFC 9068, section 2.2), with Careline's `role` and the session's `sid`.
package struct AccessTokenClaims: Codable, Sendable {
    package var iss: String
    package var aud: Audience
    /// A user's id, or the client's own for a machine.
    package var sub: String
    package var client_id: String
    package var role: Role
    package var sid: String?
    package var scope: String?
    package var jti: String
    /// Seconds since 1970.
    package var iat: Double
    package var exp: Double
    package var nbf: Double?
    /// How the person has signed in, and when (RFC 9068, section 2.2.1): what a resource server demands more of by a challenge (RFC 9470). Not in a machine's.
    package var auth_time: Int?
    package var acr: String?
    package var amr: [String]?
    /// Who acts for `sub` (RFC 8693, section 4.1). Not in a token of the person's own.
    package var act: Actor?
    /// Whose records it is for (SMART App Launch), when it is for somebody's in particular.
    package var patient: String?
    /// The key that the token is bound to (RFC 9449, section 6.1): nobody else can use it.
    package var cnf: Confirmation?

    package init(
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

    package struct Actor: Codable, Equatable, Sendable {
        package var sub: String

        package init(_ user: UserID) { sub = user.description }
    }

    package struct Confirmation: Codable, Equatable, Sendable {
        package var jkt: String

        package init(jkt: String) { self.jkt = jkt }
    }

    /// One string or a list of them (RFC 7519, section 4.1.3).
    package struct Audience: Codable, Sendable {
        package var values: [String]

        package init(_ values: [String]) { self.values = values }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) { values = [one] } else { values = try container.decode([String].self) }
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if values.count == 1 { try container.encode(values[0]) } else { try container.encode(values) }
        }
    }
}
