import HTTP

/// How much is kept of what a person's requests were answered: in no quota of theirs, and a few bytes may ask for a long answer each time, or for the same short
/// one again and again. A replica counts for itself, in its memory. Programs of the operator's are held by the length of one answer alone.
struct KeptAnswers: Sendable {
    /// Bytes of answers, a person and day.
    static let mostOfAPerson = 64 << 20
    /// Keys, a person and day: each is a row, if only of the mark that it was answered.
    static let mostKeysOfAPerson = 200_000
    /// What an answer counts at least: a row is about so long without one.
    static let least = 1 << 10

    static let shared = KeptAnswers()

    /// In parts of `least` bytes.
    private let answers: RateLimiter
    private let keys: RateLimiter

    init(most: Int = mostOfAPerson, keys: Int = mostKeysOfAPerson) {
        let parts = max(1, most / Self.least)
        answers = RateLimiter(burst: parts, every: Idempotency.lifetime / parts)
        self.keys = RateLimiter(burst: keys, every: Idempotency.lifetime / keys)
    }

    /// Before anything is done under a key that is new: a 429 problem when the person has had so many.
    func admit(_ caller: String, isPerson: Bool) throws {
        if isPerson { try keys.check(caller) }
    }

    /// Whether a body of so many bytes is kept; then it is counted.
    func keep(_ bytes: Int, of caller: String, isPerson: Bool) -> Bool {
        guard bytes <= StoredResponse.longest else { return false }
        guard isPerson else { return true }
        do {
            try answers.check(caller, count: max(1, (bytes + Self.least - 1) / Self.least))
            return true
        } catch {
            return false
        }
    }
}
