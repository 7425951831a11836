/// How far a file has come.
public struct TransferProgress: Equatable, Sendable {
    /// Bytes.
    public var done: Int
    public var total: Int

    public var fraction: Double { total > 0 ? Double(done) / Double(total) : 1 }

    public init(done: Int, total: Int) {
        self.done = done
        self.total = total
    }
}

/// Hears of it now and then, and at the end. Whoever cancels the task gives the transfer up.
public typealias OnProgress = @Sendable (TransferProgress) -> Void
