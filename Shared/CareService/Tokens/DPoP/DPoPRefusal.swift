import CareModels
import HTTP

/// Why a proof of possession proves nothing. The client hears it (RFC 9449, section 7.1: invalid_dpop_proof).
package enum DPoPRefusal: String, CaseIterable, Error, Sendable {
    case missing = "Send the proof of the key in one header: DPoP."
    case malformed = "The proof is no dpop+jwt with a P-256 or RSA key, jti, htm, htu and iat."
    case algorithm = "The proof must be signed with ES256 or RS256."
    case privateKey = "The proof holds a private key: that key is no secret any more."
    case method = "The proof is for another method (htm)."
    case address = "The proof is for another address (htu)."
    case stale = "The proof is not of this minute (iat)."
    case token = "The proof is for another token (ath)."
    case signature = "The proof's signature is wrong."
    case nonce = "Make the proof anew with the nonce that comes along (DPoP-Nonce)."
    case repeated = "The proof was used before (jti)."
    case anotherKey = "The proof is by another key than the token is bound to."
}

extension DPoPRefusal: ProblemConvertible {
    package var problem: Problem {
        var problem = Problem.unauthorized(Text(template: rawValue))
        problem.headers = ["WWW-Authenticate": Self.challenge(self == .nonce ? "use_dpop_nonce" : "invalid_dpop_proof", rawValue)]
        return problem
    }

    /// The same with the nonce that is to be used (RFC 9449, section 9).
    func problem(nonce: String?) -> Problem {
        var problem = problem
        if self == .nonce, let nonce { problem.headers.add(name: ProofNonces.header, value: nonce) }
        return problem
    }

    static func challenge(_ error: String, _ description: String) -> String {
        let algorithms = DPoPProof.algorithms.joined(separator: " ")
        return "DPoP realm=\"careline\", error=\"\(error)\", error_description=\"\(description)\", algs=\"\(algorithms)\""
    }
}
