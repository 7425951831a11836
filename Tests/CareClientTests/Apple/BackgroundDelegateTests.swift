import Foundation
import Testing

@testable import CareClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the system tells of files that are sent in the background, by a task that never goes anywhere.
@Suite(.timeLimit(.minutes(1))) struct BackgroundDelegateTests {
    private static func task() throws -> URLSessionTask {
        let task = URLSession.shared.dataTask(with: try #require(URL(string: "http://127.0.0.1:1/")))
        task.taskDescription = "key"
        return task
    }

    /// After it was asked what has ended, and before anybody waits: nobody would tell it again.
    @Test func whatEndsJustBeforeSomebodyWaitsIsHeard() async throws {
        let (delegate, task) = (BackgroundDelegate(), try Self.task())
        delegate.urlSession(URLSession.shared, task: task, didCompleteWithError: URLError(.networkConnectionLost))
        do {
            _ = try await delegate.carry(task, "key") { _ in }
            Issue.record("it was answered")
        } catch let error as URLError { #expect(error.code == .networkConnectionLost) }
        // Once.
        #expect(delegate.takeEnded("key") == nil)
    }

    /// What an earlier run has begun and nobody has asked for yet is kept for who does.
    @Test func whatEndsBeforeAnybodyAsksIsKept() throws {
        let (delegate, task) = (BackgroundDelegate(), try Self.task())
        delegate.urlSession(URLSession.shared, task: task, didCompleteWithError: URLError(.networkConnectionLost))
        let ended = try #require(delegate.takeEnded("key"))
        #expect(throws: URLError.self) { try ended.get() }
        #expect(delegate.takeEnded("key") == nil)
    }
}
