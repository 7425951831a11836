extension Budget {
    /// How much is read in one statement: an index may be 256 KiB, and two thousand of them are more than a container's memory.
    struct Portion: Sendable {
        /// Rows of which no more is in memory, however large they are.
        static let few = 64

        var rows = 2000
        /// Of their indexes, sealed.
        var bytes = 16 << 20

        /// Whether there may be others behind so many.
        func isCut(_ rows: Int, bytes: Int) -> Bool { rows >= self.rows || bytes > self.bytes }
    }
}
