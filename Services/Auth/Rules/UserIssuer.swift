import CareModels

/// Who vouches for a trusted client's own users: the issuer of their tokens, and its keys, inline (a JWKS) or at an address.
struct UserIssuer: Equatable, Sendable {
    /// What an account that is made for a user can be.
    static let roles: [Role] = [.patient, .provider]

    var issuer: String
    var jwks: String?
    var jwksURI: String?
    var role = Role.patient
}
