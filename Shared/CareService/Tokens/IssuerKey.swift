import HTTP
import Sealing

/// A key of the issuer that checks tokens, and what tells those whom it let in that it was withdrawn.
struct IssuerKey: Sendable {
    let published: JSONWebKey
    let verification: VerificationKey
    let admission: PublishedKey

    /// nil when it is not for ES256.
    init?(_ published: JSONWebKey) {
        guard let verification = published.verificationKey else { return nil }
        self.published = published
        self.verification = verification
        admission = PublishedKey(kid: published.kid)
    }
}
