import DequeModule
import NIOCore
import Synchronization

/// The body of a request to a streamed route (`Route.streamed`), piece by piece as it comes. While pieces wait to be taken nothing
/// more is read from the client, so that a large body takes little memory.
package final class RequestBodyStream: Sendable {
    /// The request was broken off before its body was whole.
    package struct BrokenOff: ProblemConvertible, Sendable {
        /// Mostly nobody hears it any more.
        package var problem: Problem {
            Problem(.brokenOff, detail: "Its body did not come whole; send it again.")
        }
    }

    private struct State {
        var pieces: Deque<ByteBuffer> = []
        var bytes = 0
        var isWhole = false
        var isBrokenOff = false
        var waiter: CheckedContinuation<ByteBuffer?, any Error>?
    }

    /// Bytes that may wait.
    static let most = 256 << 10
    /// Bytes of a piece to which a further one is added: a chunk of one byte would hold the whole read that it came with.
    private static let short = 16 << 10

    private let state = Mutex(State())
    private let whenTaken: @Sendable () -> Void

    /// `whenTaken` runs when there is room again.
    init(whenTaken: @escaping @Sendable () -> Void) { self.whenTaken = whenTaken }

    /// The next piece, nil at the end; throws `BrokenOff`. One task at a time calls this.
    package func next() async throws -> [UInt8]? { try await nextBuffer().map { Array($0.readableBytesView) } }

    func nextBuffer() async throws -> ByteBuffer? {
        try await withCheckedThrowingContinuation { continuation in
            let (result, hasRoom) = state.withLock { state -> (Result<ByteBuffer?, any Error>?, Bool) in
                if state.isBrokenOff { return (.failure(BrokenOff()), false) }
                if let piece = state.pieces.popFirst() {
                    let wasFull = state.bytes >= Self.most
                    state.bytes -= piece.readableBytes
                    return (.success(piece), wasFull && state.bytes < Self.most)
                }
                if state.isWhole { return (.success(nil), false) }
                precondition(state.waiter == nil, "a body has one reader")
                state.waiter = continuation
                return (nil, false)
            }
            if let result { continuation.resume(with: result) }
            if hasRoom { whenTaken() }
        }
    }

    var isFull: Bool { state.withLock { $0.bytes >= Self.most } }

    func append(_ piece: ByteBuffer) {
        let waiter = state.withLock { state -> CheckedContinuation<ByteBuffer?, any Error>? in
            guard !state.isBrokenOff else { return nil }
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            if let last = state.pieces.last?.readableBytes, last + piece.readableBytes <= Self.short {
                state.pieces[state.pieces.count - 1].writeImmutableBuffer(piece)
            } else {
                state.pieces.append(piece)
            }
            state.bytes += piece.readableBytes
            return nil
        }
        waiter?.resume(returning: piece)
    }

    func finish() {
        let waiter = state.withLock { state in
            state.isWhole = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }

    /// After `finish` it changes nothing.
    func breakOff() {
        let waiter = state.withLock { state -> CheckedContinuation<ByteBuffer?, any Error>? in
            guard !state.isWhole else { return nil }
            state.isBrokenOff = true
            state.pieces = []
            state.bytes = 0
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(throwing: BrokenOff())
    }
}
