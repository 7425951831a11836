import CareModels
import Fetch
import Foundation

/// Sends one event to one address, signed.
struct Sender: Sendable {
    /// Bytes of an answer that are read, of which nothing is kept; a longer one is a failure.
    private static let mostRead = 64 << 10

    let fetcher: Fetcher
    let reach: Reach
    /// A file of certificates that are believed instead of the system's.
    let authorities: String?
    let deadline: Duration
    let now: @Sendable () -> Date

    /// What was answered, and how long that took.
    func send(_ event: WebhookEvent, to url: String, signedBy secrets: [SigningSecret]) async -> (answered: Answered, took: Duration) {
        let body = CloudEventView(event: event).bytes
        let (id, timestamp) = (event.id.description, Int(now().timeIntervalSince1970.rounded(.down)))
        let isPlain = WebhookURL.isPlain(url)
        var request = FetchRequest(.post(body), url, deadline: deadline, mostBytes: Self.mostRead)
        request.headers = [
            ("Content-Type", CloudEventView.mediaType), ("webhook-id", id), ("webhook-timestamp", String(timestamp)),
            ("webhook-signature", secrets.signatures(id: id, timestamp: timestamp, body: body))
        ]
        request.allowsPlain = isPlain
        request.authorities = authorities
        request.mayConnect = { [reach] address in reach.permits(IPAddress(address), plain: isPlain) }
        let began = ContinuousClock.now
        let answered: Answered
        do {
            let answer = try await fetcher.fetch(request)
            answered = .status(answer.status, retryAfter: answer.header("Retry-After").flatMap { Int($0) })
        } catch {
            answered = .error((error as? FetchError)?.word ?? "stopped")
        }
        return (answered, ContinuousClock.now - began)
    }
}
