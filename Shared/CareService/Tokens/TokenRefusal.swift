import CareModels
import HTTP

/// Why a token is refused. The client hears it (RFC 6750, section 3.1: invalid_token); none of it helps to forge one.
package enum TokenRefusal: String, CaseIterable, Error, Sendable {
    case malformed = "This is no access token of this platform. Send the access_token of a login as it was given."
    case unknownKey = "The token's signing key is not known."
    case badSignature = "The token's signature is wrong."
    case wrongIssuer = "The token is from another issuer."
    case wrongAudience = "The token is for another audience."
    case expired = "The token has expired."
    case livesTooLong = "The token lives longer than tokens may."
    case notYetValid = "The token is not valid yet."
    case revoked = "The session has ended."
    case bound = "The token is bound to a key: send it as Authorization: DPoP, with a proof."
    case notBound = "The token is bound to no key: send it as Authorization: Bearer."
}

extension TokenRefusal: ProblemConvertible {
    package var problem: Problem { problem(isDPoP: self == .bound) }

    /// `isDPoP`: a token is wanted that comes with a proof (RFC 9449, section 7.1), or came so.
    func problem(isDPoP: Bool) -> Problem {
        var problem = Problem.unauthorized(Text(template: rawValue))
        let bearer = "Bearer realm=\"careline\", error=\"invalid_token\", error_description=\"\(rawValue)\""
        problem.headers = ["WWW-Authenticate": isDPoP ? DPoPRefusal.challenge("invalid_token", rawValue) : bearer]
        return problem
    }
}
