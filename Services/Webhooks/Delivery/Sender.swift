import CareModels
import Fetch
import Foundation
import Outgoing

/// Sends one event to one address, signed.
struct Sender: Sendable {
    /// Bytes of an answer that are read, of which nothing is kept; a longer one is a failure.
    private static let mostRead = 64 << 10

    let servers: OutsideServers
    let now: @Sendable () -> Date

    /// What was answered, and how long that took.
    func send(_ event: WebhookEvent, to url: String, signedBy secrets: [SigningSecret]) async -> (answered: Answered, took: Duration) {
        let message = WebhookMessage(event)
        let (id, timestamp) = (event.id.description, Int(now().timeIntervalSince1970.rounded(.down)))
        let headers: [(name: String, value: String)] = [
            ("Content-Type", message.mediaType), ("webhook-id", id), ("webhook-timestamp", String(timestamp)),
            ("webhook-signature", secrets.signatures(id: id, timestamp: timestamp, body: message.body))
        ]
        let began = ContinuousClock.now
        let answered: Answered
        do {
            let answer = try await servers.ask(.post(message.body), url, headers: headers, mostBytes: Self.mostRead)
            answered = .status(answer.status, retryAfter: RetrySchedule.asked(answer.header("Retry-After"), at: now()))
        } catch {
            answered = .error((error as? FetchError)?.word ?? "stopped")
        }
        return (answered, ContinuousClock.now - began)
    }
}
