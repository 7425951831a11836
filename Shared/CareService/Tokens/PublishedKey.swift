import Synchronization

/// A key as the issuer publishes it, or did: what was checked with it holds on to it, and so sees that it was withdrawn.
public final class PublishedKey: Sendable, Equatable {
    let published: JSONWebKey
    let verification: VerificationKey
    private let withdrawn = Atomic(false)

    /// nil when it is not for ES256.
    init?(_ published: JSONWebKey) {
        guard let verification = published.verificationKey else { return nil }
        self.published = published
        self.verification = verification
    }

    public var kid: String { published.kid }

    /// Whether the issuer no longer publishes it: nothing that it signed counts any more, for good.
    public var isWithdrawn: Bool { withdrawn.load(ordering: .relaxed) }

    func withdraw() { withdrawn.store(true, ordering: .relaxed) }

    public static func == (left: PublishedKey, right: PublishedKey) -> Bool { left === right }
}
