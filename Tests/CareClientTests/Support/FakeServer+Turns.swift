import CareClientTesting

@testable import CareClient

extension FakeServer {
    /// From now on, by how often it was asked: the first time is 1.
    func answerInTurn(_ answer: @escaping @Sendable (_ number: Int, HTTPCall) async throws -> HTTPReply) {
        let count = Locked(0)
        self.answer { call in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return try await answer(number, call)
        }
    }
}
