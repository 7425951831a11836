import CareModels
import CareService
import Crypto
import Foundation
import Outbox
import Sealing

/// Signs access tokens with a key of the tests', for services that check them as they check Auth's.
package enum TestIssuer {
    private static let issuer = "http://issuer.test"
    private static let (privateKey, webKey) = {
        let key = P256.Signing.PrivateKey()
        return ([UInt8](key.rawRepresentation), JSONWebKey(publicKey: [UInt8](key.publicKey.x963Representation)))
    }()

    private static let (eventKey, eventWebKey) = {
        let key = P256.Signing.PrivateKey()
        return ([UInt8](key.rawRepresentation), JSONWebKey(kid: "events-tests", publicKey: [UInt8](key.publicKey.x963Representation)))
    }()

    /// As Auth signs events.
    package static var eventSigner: EventSigner { get throws { try EventSigner(kid: eventWebKey.kid, privateKey: eventKey) } }

    /// Believes what `eventSigner` signs.
    package static func eventVerifier() -> EventVerifier { EventVerifier { [eventWebKey] } }

    package static func verifier(nonces: ProofNonces? = nil) -> TokenVerifier {
        TokenVerifier(issuer: issuer, audience: "careline", nonces: nonces) { [webKey] }
    }

    /// The same, that asks often whether the key is still published, and hears of another one when it is withdrawn.
    package static func verifier(untilWithdrawn isWithdrawn: @escaping @Sendable () -> Bool) -> TokenVerifier {
        let next = JSONWebKey(publicKey: [UInt8](P256.Signing.PrivateKey().publicKey.x963Representation))
        return TokenVerifier(issuer: issuer, audience: "careline", interval: .milliseconds(10)) { [isWithdrawn() ? next : webKey] }
    }

    /// - Parameters:
    ///   - user: nil for a machine, whose subject is its client.
    ///   - actor: who acts for the user.
    ///   - lifetime: in seconds from now; below zero it has expired.
    ///   - key: the thumbprint of the key that it is bound to.
    package static func token(
        _ user: UserID?, _ role: Role, scope: String, client: String = "test", session: SessionID? = nil, actor: UserID? = nil,
        lifetime: TimeInterval = 600, patient: UserID? = nil, boundTo key: String? = nil, signedInAt: Date? = nil
    ) throws -> String {
        let now = Date()
        var claims = AccessTokenClaims(
            iss: issuer, aud: "careline", sub: user?.description ?? client, clientID: client, role: role, sid: session, scope: scope,
            jti: UUID().uuidString, iat: now, exp: now.addingTimeInterval(lifetime))
        claims.act = actor.map { AccessTokenClaims.Actor($0) }
        claims.patient = patient?.description
        claims.auth_time = signedInAt.map { Int($0.timeIntervalSince1970) }
        claims.cnf = key.map { .init(jkt: $0) }
        return try JSONWebToken.sign(claims, type: "at+jwt", kid: webKey.kid, privateKey: privateKey)
    }
}
