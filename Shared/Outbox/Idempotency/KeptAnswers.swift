import HTTP

/// How much is kept of what a person's requests were answered: in no quota of theirs, and a few bytes may ask for a long answer each time. A replica counts for
/// itself, in its memory. Programs of the operator's are held by the length of one answer alone.
struct KeptAnswers: Sendable {
    /// Bytes of long answers, a person and day.
    static let mostOfAPerson = 64 << 20
    /// Up to here an answer is a row as any other, beside what the request itself has written.
    static let short = 4 << 10

    static let shared = KeptAnswers()

    /// In parts of `short` bytes.
    private let limiter: RateLimiter

    init(most: Int = mostOfAPerson) {
        let parts = max(1, most / Self.short)
        limiter = RateLimiter(burst: parts, every: Idempotency.lifetime / parts)
    }

    /// Whether a body of so many bytes is kept; then it is counted.
    func keep(_ bytes: Int, of caller: String, isPerson: Bool) -> Bool {
        guard bytes > Self.short else { return true }
        guard bytes <= StoredResponse.longest else { return false }
        guard isPerson else { return true }
        do {
            try limiter.check(caller, count: (bytes - 1) / Self.short + 1)
            return true
        } catch {
            return false
        }
    }
}
