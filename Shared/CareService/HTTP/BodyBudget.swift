import Synchronization

/// The memory of a server for large bodies that are read whole, all connections together.
final class BodyBudget: Sendable {
    private let most: Int
    private let held = Mutex(0)

    init(most: Int) { self.most = most }

    /// Takes the whole of a body; a 503 problem when others hold too much. `body` runs while it is held.
    func collecting<R>(_ stream: RequestBodyStream, _ body: ([UInt8]) async throws -> R) async throws -> R {
        var count = 0
        defer { held.withLock { $0 -= count } }
        var bytes: [UInt8] = []
        while let piece = try await stream.next() {
            let isRoom = held.withLock { held in
                guard held + piece.readableBytes <= most else { return false }
                held += piece.readableBytes
                return true
            }
            guard isRoom else { throw Problem.unavailable(retryAfter: 1) }
            count += piece.readableBytes
            bytes.append(contentsOf: piece.readableBytesView)
        }
        return try await body(bytes)
    }
}
