import Foundation

/// What a client without a secret proves itself with: a token that it has signed (RFC 7523, 2.2 and 3; OpenID Connect Core, 9: private_key_jwt).
struct ClientAssertion: Equatable, Sendable {
    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// Seconds that it may live for from now.
    static let longest: TimeInterval = 300
    /// Clocks may differ by so many seconds.
    static let leeway: TimeInterval = 60
    private static let mostBytes = 8 << 10

    struct Claims: Decodable, Equatable, Sendable {
        var iss: String
        var sub: String
        var aud: [String]
        /// `aud` was a string.
        var isForOne: Bool
        /// Seconds since 1970.
        var exp: Double
        var nbf: Double?
        var iat: Double?
        var jti: String?

        private enum CodingKeys: String, CodingKey { case iss, sub, aud, exp, nbf, iat, jti }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            (iss, sub) = (try container.decode(String.self, forKey: .iss), try container.decode(String.self, forKey: .sub))
            // One string or a list of them (RFC 7519, 4.1.3).
            let one = try? container.decode(String.self, forKey: .aud)
            (aud, isForOne) = (try one.map { [$0] } ?? container.decode([String].self, forKey: .aud), one != nil)
            exp = try container.decode(Double.self, forKey: .exp)
            nbf = try container.decodeIfPresent(Double.self, forKey: .nbf)
            iat = try container.decodeIfPresent(Double.self, forKey: .iat)
            jti = try container.decodeIfPresent(String.self, forKey: .jti)
        }
    }

    let signed: CompactJWS
    let algorithm: AssertionAlgorithm
    let claims: Claims

    /// Nil when it is none, or signed with something that no client signs with.
    init?(_ text: String) {
        guard let signed = CompactJWS(text, longest: Self.mostBytes), let algorithm = AssertionAlgorithm(rawValue: signed.header.alg) else { return nil }
        guard ["jwt", "client-authentication+jwt"].contains(signed.header.typ?.lowercased() ?? "jwt") else { return nil }
        guard let claims = signed.claims(Claims.self) else { return nil }
        (self.signed, self.algorithm, self.claims) = (signed, algorithm, claims)
    }

    /// Whom it names; RFC 7523, 3 has it twice.
    var clientID: String { claims.sub }

    /// Where it says where its keys are, that is where they are registered to be (SMART App Launch 2.2, client authentication by an asymmetric key).
    func namesKeys(of client: Client) -> Bool { signed.header.jku.map { $0 == client.jwksURI } ?? true }

    /// How long its `jti` has to be remembered.
    var forgottenAt: Date { Date(timeIntervalSince1970: claims.exp + Self.leeway) }

    /// Its `jti`, of one that is for us (by one of `audiences`) and good now; throws what is wrong with it.
    func id(for audiences: Set<String>, now: Date) throws(OAuthError) -> String {
        guard claims.iss == claims.sub else { throw OAuthError(.invalidClient, "client_assertion: iss and sub must both be the client_id") }
        if let fault = claims.fault(for: audiences, now: now) { throw OAuthError(.invalidClient, "client_assertion\(fault)") }
        return claims.jti ?? ""
    }
}

extension ClientAssertion.Claims {
    private static let longestID = 256

    /// What is wrong with a token of one use, behind the name of its parameter; nil when it is for us, good now, and has a `jti`.
    func fault(for audiences: Set<String>, now: Date) -> String? {
        let (seconds, leeway) = (now.timeIntervalSince1970, ClientAssertion.leeway)
        if audiences.isDisjoint(with: aud) { return ": aud must be the issuer, or the endpoint that it is sent to" }
        if exp + leeway <= seconds { return " has expired" }
        if exp > seconds + ClientAssertion.longest + leeway { return ": exp must be at most 5 minutes ahead" }
        if max(nbf ?? seconds, iat ?? seconds) > seconds + leeway { return " is not valid yet" }
        guard let jti, !jti.isEmpty, jti.utf8.count <= Self.longestID else { return ": jti must have 1 to 256 bytes, others in each" }
        return nil
    }
}
