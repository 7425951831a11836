import NIOCore

/// Until when more of a body has to have come. A client has `patience` before its first byte and after each; what it sends buys time
/// at a least rate, but never more than `patience`, so that nobody holds a place for longer than their bytes are worth.
struct BodyDeadline: Sendable {
    private let patience: TimeAmount
    private let bytesPerSecond: Int
    private(set) var due: NIODeadline
    private var pausedAt: NIODeadline?

    init(from start: NIODeadline, patience: TimeAmount, bytesPerSecond: Int) {
        self.patience = patience
        self.bytesPerSecond = max(1, bytesPerSecond)
        due = start + patience
    }

    mutating func received(_ bytes: Int, at now: NIODeadline) {
        // Of a piece, some 64 KiB: no overflow.
        let bought = TimeAmount.nanoseconds(Int64(bytes) * 1_000_000_000 / Int64(bytesPerSecond))
        due = min(due + bought, now + patience)
    }

    /// While nothing is read, it is not the client who is awaited.
    mutating func pause(at now: NIODeadline) { pausedAt = pausedAt ?? now }

    mutating func resume(at now: NIODeadline) {
        guard let pausedAt else { return }
        due = due + (now - pausedAt)
        self.pausedAt = nil
    }
}
