import CareModels
import Foundation

/// A token in which a trusted client's issuer names a user of its own (RFC 8693, with a subject token as of RFC 7519).
struct UserAssertion: Equatable, Sendable {
    private static let (mostBytes, longestSubject) = (8 << 10, 255)

    /// What it says beside whom it is for and until when.
    private struct Person: Decodable {
        var name: String?
        /// When they signed in there, in seconds since 1970.
        var auth_time: Double?
    }

    let signed: CompactJWS
    let algorithm: AssertionAlgorithm
    let claims: ClientAssertion.Claims
    /// One that nobody could be called by is left away.
    let fullName: String?
    private let authTime: Double?

    /// Nil when it is none, or signed with something that no client signs with.
    init?(_ text: String) {
        guard let signed = CompactJWS(text, longest: Self.mostBytes), let algorithm = AssertionAlgorithm(rawValue: signed.header.alg) else { return nil }
        guard (signed.header.typ?.lowercased() ?? "jwt") == "jwt" else { return nil }
        guard let claims = signed.claims(ClientAssertion.Claims.self), let person = signed.claims(Person.self) else { return nil }
        var checks = Checks()
        (self.signed, self.algorithm, self.claims, authTime) = (signed, algorithm, claims, person.auth_time)
        fullName = checks.name(person.name, "name", most: Profile.longestName)
    }

    /// Its `jti`, of one that is by `issuer`, for us (by one of `audiences`) and good now; throws what is wrong with it.
    func id(by issuer: String, for audiences: Set<String>, now: Date) throws(OAuthError) -> String {
        guard claims.iss == issuer else { throw OAuthError(.invalidRequest, "subject_token: iss must be the issuer that the client is registered with") }
        guard (1...Self.longestSubject).contains(claims.sub.utf8.count) else {
            throw OAuthError(.invalidRequest, "subject_token: sub must have 1 to 255 bytes")
        }
        if let fault = claims.fault(for: audiences, now: now) { throw OAuthError(.invalidRequest, "subject_token\(fault)") }
        return claims.jti ?? ""
    }

    /// How the user is known here; each issuer's apart, and none of them in clear.
    var subjectHash: [UInt8] { Secret.hash("\(claims.iss)\n\(claims.sub)") }

    /// How long its `jti` has to be remembered.
    var forgottenAt: Date { Date(timeIntervalSince1970: claims.exp + ClientAssertion.leeway) }

    /// Never after `now`. One that does not say when its user signed in is not good for what takes a fresh sign-in.
    func signedIn(now: Date) -> Date { min(now, Date(timeIntervalSince1970: max(0, authTime ?? 0))) }
}
