import CareModels
import CareService
import Foundation
import HTTP

/// What a token is worth (RFC 7662, 2.2).
struct IntrospectionView: Codable, Equatable, Sendable {
    var active: Bool
    var iss: String?
    var aud: String?
    var sub: String?
    var client_id: String?
    var role: Role?
    var sid: SessionID?
    var scope: String?
    var token_type: String?
    /// Seconds since 1970.
    var exp: Int?
    /// Who acts for `sub`.
    var act: AccessTokenClaims.Actor?
    /// Whose records it is for.
    var patient: UserID?
    /// How the person has signed in (RFC 9470, 6.2), and when, in seconds since 1970.
    var acr: String?
    var amr: [String]?
    var auth_time: Int?
    /// The key that it is bound to (RFC 9449, 6.2).
    var cnf: AccessTokenClaims.Confirmation?

    /// Also of one that is somebody else's: whoever asks learns no more.
    static let inactive = IntrospectionView(active: false)

    private init(active: Bool) { self.active = active }

    /// An access token.
    init(_ identity: Identity, issuer: String, audience: String) {
        active = true
        iss = issuer
        aud = audience
        sub = identity.userID?.description ?? identity.clientID
        client_id = identity.clientID
        role = identity.role
        sid = identity.sessionID
        scope = Scopes.format(identity.scopes)
        token_type = TokenView.type(boundTo: identity.keyThumbprint)
        (acr, amr, auth_time) = (identity.signIn?.context, identity.signIn?.methods, identity.signIn?.time)
        cnf = identity.keyThumbprint.map { .init(jkt: $0) }
        exp = Int(identity.expiresAt.timeIntervalSince1970)
        act = identity.actorID.map { AccessTokenClaims.Actor($0) }
        patient = identity.patientID
    }

    /// A refresh token.
    init(_ session: SessionRecord, role: Role, ends: Date, issuer: String) {
        active = true
        iss = issuer
        sub = session.userID.description
        client_id = session.clientID
        self.role = role
        sid = session.id
        scope = Scopes.format(session.scopes)
        exp = Int(ends.timeIntervalSince1970)
        patient = session.patientID
        (acr, amr, auth_time) = (session.context.reference, session.context.methods, Int(session.authTime.timeIntervalSince1970))
        cnf = session.keyThumbprint.map { .init(jkt: $0) }
    }
}
