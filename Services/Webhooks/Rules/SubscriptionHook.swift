import CareModels

/// The address that a subscription is told at.
struct SubscriptionHook: Equatable, Sendable {
    /// Of one patient's record, ever. One that is over stays, since its subscription may be written again under its id, and its events go on counting then: who fills and
    /// empties a record again and again has so many and no more. Of a further one nothing is told; it stays requested.
    static let most = 10_000

    /// Counts what was told of it.
    var version = 0
    /// The number of the notice with which the subscription began, this time.
    var handshake = 0
    var standing = HookStanding.requested

    /// What is to be told of it now, if anything is. A notice of before the subscription began anew says nothing any more.
    mutating func note(_ happening: HookStanding.Happening, _ notice: SubscriptionNotice, number: Int) -> SubscriptionHookState? {
        if notice == .handshake { handshake = max(handshake, number) }
        guard number >= handshake, let next = standing.after(happening, of: notice) else { return nil }
        standing = next
        guard let told = next.told else { return nil }
        version += 1
        return told
    }
}
