import Foundation

/// Threads for the calls of libpq that block: connecting (it resolves names and computes SCRAM proofs) and PQcancel.
enum BlockingThread {
    /// A thread of its own, for one call. The callers are bounded by the size of the pool.
    static func run(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = "postgres.block"
        thread.start()
    }
}
