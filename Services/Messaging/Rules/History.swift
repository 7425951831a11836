/// What a person may read of a conversation: the items that came while they took part in it.
struct History: Equatable, Sendable {
    struct Span: Equatable, Sendable {
        /// Items after this one,
        var after: Int
        /// up to this one; nil while they take part.
        var until: Int?
    }

    var spans: [Span]

    func holds(_ sequence: Int) -> Bool {
        spans.contains { $0.after < sequence && sequence <= $0.until ?? .max }
    }
}
