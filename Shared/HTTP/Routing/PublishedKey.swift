import Synchronization

/// A key as the issuer publishes it, or did, by its name: who was let in by it holds on to it, and so sees that it was withdrawn.
package final class PublishedKey: Sendable, Equatable {
    package let kid: String
    private let withdrawn = Atomic(false)

    package init(kid: String) { self.kid = kid }

    /// Whether the issuer no longer publishes it: nothing that it signed counts any more, for good.
    package var isWithdrawn: Bool { withdrawn.load(ordering: .relaxed) }

    package func withdraw() { withdrawn.store(true, ordering: .relaxed) }

    package static func == (left: PublishedKey, right: PublishedKey) -> Bool { left === right }
}
