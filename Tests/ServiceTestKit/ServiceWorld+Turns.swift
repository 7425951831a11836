import HTTP
import Postgres
import TestKit
import Testing

extension ServiceWorld {
    /// In a world whose pool has three connections, and whose callers have two writes at once: while another replica's transaction has the lock that `lock` takes,
    /// ten requests of one caller's, for which each has to wait, leave the third connection to `others`. Then all ten are answered as they should be.
    package func expectNobodyIsKeptWaiting(
        _ caller: CallerID, lock: (Transaction) async throws -> Void, flood: @escaping @Sendable (Int) async throws -> Answer,
        others: () async throws -> Answer, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await TestKit.withPool(url: url, size: 1, leaseDeadline: .seconds(60)) { elsewhere in
            let writers = try await elsewhere.transaction { tx in
                try await lock(tx)
                let writers = Task { try await together(10, flood) }
                for _ in 0..<6000 where server.turns(of: caller) != (2, 8) { try await Task.sleep(for: .milliseconds(5)) }
                try #require(server.turns(of: caller) == (2, 8), "they do not wait in turn", sourceLocation: sourceLocation)
                let answer = try await others()
                #expect((200..<300).contains(answer.status), "\(answer.status) \(answer.text)", sourceLocation: sourceLocation)
                return writers
            }
            let answers = try await writers.value
            #expect(answers.allSatisfy { (200..<300).contains($0.status) }, "\(Set(answers.map(\.status)))", sourceLocation: sourceLocation)
        }
    }
}
