import CareModels
import Foundation

@testable import AuthService
@testable import CareService
@testable import HTTP

extension FuzzTarget {
    /// Proofs of possession (RFC 9449), the header with their scheme, and codes that people copy from a device's screen.
    static let proof = FuzzTarget("proof", longest: 2048) { input in
        let text = String(decoding: input, as: UTF8.self)
        check(text, mayBeSigned: true)
        // As its header, and as its claims: what libFuzzer would not find through base64url.
        let (part, signature) = (Base64URL.encode(input), Base64URL.encode([UInt8](repeating: 1, count: 64)))
        check("\(part).\(claims).\(signature)")
        check("\(header).\(part).\(signature)")

        for authorization in [text, "DPoP " + text, "bearer " + text] {
            guard let token = PresentedToken(["Authorization": authorization]) else { continue }
            expect(!token.text.isEmpty && authorization.utf8.count > token.text.utf8.count, "a token out of nothing")
        }
        if let code = UserCode(typed: text) {
            expect(code.text.utf8.count == UserCode.length && code.text.utf8.allSatisfy { UserCode.letters.contains($0) }, "another code")
            expect(UserCode(typed: code.shown) == code, "a code that is not read as it is shown")
        }
        if let code = UserCode(random: input) { expect(UserCode(typed: code.text) == code, "a code that nobody can type") }
    }

    private static let header = Base64URL.encode(
        Array(
            #"{"typ":"dpop+jwt","alg":"ES256","jwk":{"kty":"EC","crv":"P-256","x":"l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs","y":"9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"}}"#
                .utf8))
    private static let claims = Base64URL.encode(Array(#"{"jti":"-BwC3ESc6acc2lTc","htm":"POST","htu":"https://server.example.com/token","iat":1562262616}"#.utf8))

    private static func check(_ text: String, mayBeSigned: Bool = false) {
        guard let proof = try? DPoPProof(text) else { return }
        expect(text.utf8.count <= DPoPProof.longest, "too long a proof")
        expect(text.utf8.starts(with: proof.input), "another text than was signed")
        expect(Base64URL.decode(proof.thumbprint)?.count == 32, "a thumbprint of another length")
        expect(!proof.claims.jti.isEmpty && proof.claims.iat.isFinite, "a proof for ever")
        // Nobody has the key; only a whole proof that was put into the corpus is signed.
        for url in mayBeSigned ? [] : [proof.claims.htu, "https://server.example.com/token"] {
            let taken: Void? = try? proof.check(proof.claims.htm, url, token: proof.claims.ath, now: Date(timeIntervalSince1970: proof.claims.iat))
            expect(taken == nil, "a signature of nobody's was taken")
        }
        expect((try? proof.check("POST", "https://elsewhere.example/", token: nil, now: Date())) == nil, "a proof for elsewhere")
    }
}
