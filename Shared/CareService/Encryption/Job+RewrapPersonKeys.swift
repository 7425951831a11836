extension Job {
    /// After a master key was replaced: wraps the data keys anew, a few hundred at a time, until none is left under an earlier one.
    public static func rewrapPersonKeys(_ keys: PersonKeys, every interval: Duration = .seconds(300)) -> Job {
        .sweepInBatches("care-rewrap-person-keys", every: interval) { try await keys.rewrap(limit: 200, $0) }
    }
}
