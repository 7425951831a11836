/// How far a file has come.
public struct TransferProgress: Equatable, Sendable {
    /// Bytes.
    public var done: Int
    /// Bytes.
    public var total: Int

    /// From 0 to 1.
    public var fraction: Double { total > 0 ? Double(done) / Double(total) : 1 }

    /// Both in bytes.
    public init(done: Int, total: Int) {
        self.done = done
        self.total = total
    }
}

/// Hears of it now and then, and at the end. Whoever cancels the task gives the transfer up.
public typealias OnProgress = @Sendable (TransferProgress) -> Void
