import ArgumentParser
import CareModels
import Foundation
import Outbox
import Postgres

/// Commits events at a steady rate and writes, for each, its subject and when its commit was known (nanoseconds since 1970). Those
/// of the first seconds, in which the relay takes its lock and meets the broker, are not written.
struct Emit: AsyncParsableCommand {
    @Option var url: String
    @Option var bootstrap: String
    @Option var rate = 500
    @Option var seconds = 20
    /// Before those, at the same rate.
    @Option var warmUp = 2
    @Option var log: String

    func run() async throws {
        let app = try BenchService.app(url: url, bootstrap: bootstrap)
        let count = rate * seconds, first = rate * warmUp
        let interval = Duration.seconds(1) / rate
        let lines = try await app.withRunning { _ in
            let began = ContinuousClock.now
            return try await withThrowingTaskGroup(of: String?.self) { group in
                for index in 0..<(first + count) {
                    try await Task.sleep(until: began + interval * index)
                    group.addTask {
                        let line = try await Self.commit(app.pool)
                        return index < first ? nil : line
                    }
                }
                return try await group.reduce(into: [String]()) { lines, line in if let line { lines.append(line) } }
            }
        }
        try lines.joined(separator: "\n").write(toFile: log, atomically: true, encoding: .utf8)
        report("committed", Double(count))
    }

    private static func commit(_ pool: PostgresPool) async throws -> String {
        let provider = UserID(.v7())
        try await pool.transaction { tx in
            try await tx.emit(AvailabilityChanged(providerId: provider, version: 1, changedAt: Date()))
        }
        return "\(provider) \(Int(Date().timeIntervalSince1970 * 1e9))"
    }
}
