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
    private let limiter: RateLimiter

    init(most: Int = mostOfAPerson) {
        let parts = max(1, most / Self.least)
        limiter = RateLimiter(burst: parts, every: Duration.seconds(86_400) / parts)
    }

    /// So many notes, and things that they name: a 429 problem when there is no room for them. One of each request before anything is done, what it takes beyond that before
    /// anybody is answered.
    func take(_ notes: Int = 0, things: Int = 0, by caller: Identity) throws {
        let parts = (notes * Self.least + things * Self.thing) / Self.least
        guard parts > 0, let person = caller.userID else { return }
        try limiter.check("\(person)", count: parts)
    }
}
