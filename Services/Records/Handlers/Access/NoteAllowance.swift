import CareModels
import HTTP

/// How much is noted in a day of what one person does with records. Each use is kept for years, in nobody's quota, and one of somebody else's record names up to five
/// hundred resources: two accounts that share something could fill the disk by reading it. Each replica counts for itself, in memory. Machines are their operator's.
struct NoteAllowance: Sendable {
    /// Bytes, about.
    static let mostOfAPerson = 64 << 20
    /// What a note takes at least, and what it names.
    static let least = 256
    static let thing = 64

    /// In parts of `least` bytes.
    private let notes: RateLimiter

    init(most: Int = mostOfAPerson) {
        let parts = max(1, most / Self.least)
        notes = RateLimiter(burst: parts, every: Duration.seconds(86_400) / parts)
    }

    /// Before anything is done: a 429 problem when there is no room for one more.
    func admit(_ caller: Identity) throws { try take(1, caller) }

    /// What these take beyond the least of one, before anybody is answered.
    func check(_ events: [AccessEvent], by caller: Identity) throws {
        let bytes = events.reduce(0) { $0 + Self.least + $1.things.count * Self.thing }
        try take(bytes / Self.least - 1, caller)
    }

    /// The same of so many things that are named beside what a request writes, or in a bundle that only reads.
    func check(reads: Int, by caller: Identity) throws { try take(reads * Self.thing / Self.least, caller) }

    private func take(_ parts: Int, _ caller: Identity) throws {
        guard parts > 0, let person = caller.userID else { return }
        try notes.check("\(person)", count: parts)
    }
}
