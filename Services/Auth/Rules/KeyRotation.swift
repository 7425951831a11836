import Foundation

/// When signing keys are made, sign, stay published and go. A key is published (in the JWKS) `lead` before it signs, so that
/// every verifier's cache has it, and for `overlap` after its successor took over, so that what it signed can be checked.
enum KeyRotation {
    struct Key: Equatable {
        var kid: String
        var signsFrom: Date
    }

    struct Schedule: Equatable, Sendable {
        var lifetime: TimeInterval = 30 * 86_400
        /// Longer than a JWKS is cached (1 min) and a replica keeps its keys (30 s).
        var lead: TimeInterval = 3600
        /// Longer than any token lives.
        var overlap: TimeInterval = 2 * 3600
    }

    /// The instant from which a new key should sign, when one is to be made now.
    static func newKey(_ keys: [Key], schedule: Schedule, now: Date) -> Date? {
        guard let newest = keys.map(\.signsFrom).max() else { return now }
        let due = newest.addingTimeInterval(schedule.lifetime)
        guard now >= due.addingTimeInterval(-schedule.lead) else { return nil }
        return max(due, now.addingTimeInterval(schedule.lead))
    }

    /// The instant from which the next key should sign when it is wanted before it is due; nil when one waits already.
    static func nextKey(_ keys: [Key], schedule: Schedule, now: Date) -> Date? {
        guard let newest = keys.map(\.signsFrom).max() else { return now }
        return newest > now ? nil : now.addingTimeInterval(schedule.lead)
    }

    /// The key that signs now.
    static func signer(_ keys: [Key], now: Date) -> Key? {
        keys.filter { $0.signsFrom <= now }.max { $0.signsFrom < $1.signsFrom }
    }

    /// Those whose tokens have all expired.
    static func retired(_ keys: [Key], schedule: Schedule, now: Date) -> [Key] {
        let ordered = keys.sorted { $0.signsFrom < $1.signsFrom }
        return zip(ordered, ordered.dropFirst())
            .filter { $0.1.signsFrom.addingTimeInterval(schedule.overlap) <= now }
            .map(\.0)
    }
}
