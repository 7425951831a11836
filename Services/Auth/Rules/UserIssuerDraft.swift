import CareModels
import Foundation

/// Who vouches for a client's own users, as admins write and see it.
struct UserIssuerDraft: Codable, Equatable, Sendable {
    var issuer: String
    var jwks: ClientJWKS?
    var jwksUri: String?
    /// What an account that is made for a user is: a patient unless it says otherwise.
    var role: Role?

    init(_ users: UserIssuer) {
        (issuer, jwksUri, role) = (users.issuer, users.jwksURI, users.role)
        jwks = users.jwks.flatMap { ClientJWKS($0) }
    }

    var users: UserIssuer {
        get throws { UserIssuer(issuer: issuer, jwks: try jwks?.text, jwksURI: jwksUri, role: role ?? .patient) }
    }
}
