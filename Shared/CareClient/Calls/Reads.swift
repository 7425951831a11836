import Foundation

/// What is asked just now and changes nothing: by another network it is asked for again, since the one before may never answer.
final class Reads: Sendable {
    private let all = Locked<[UUID: Task<HTTPReply, any Error>]>([:])

    /// Does `work` once more as often as it is broken off; whoever is cancelled gives it up.
    func run(_ work: @escaping @Sendable () async throws -> HTTPReply) async throws -> HTTPReply {
        while true {
            let id = UUID()
            let asking = all.withLock { all in
                let asking = Task { try await work() }
                all[id] = asking
                return asking
            }
            defer { all.withLock { $0[id] = nil } }
            do {
                return try await withTaskCancellationHandler {
                    try await asking.value
                } onCancel: {
                    asking.cancel()
                }
            } catch {
                if Task.isCancelled || !asking.isCancelled { throw error }
            }
        }
    }

    func breakOff() { for asking in all.withLock({ Array($0.values) }) { asking.cancel() } }
}
