import CareModels
import Foundation

enum WebhookKind {}
typealias WebhookID = ID<WebhookKind>

/// A client's wish to hear of events at an address.
struct Webhook: Equatable, Sendable {
    enum State: String, Sendable, CaseIterable {
        case active
        /// By its client: events wait.
        case paused
        /// By this service: what comes from then on does not wait for it.
        case disabled
    }

    enum Reason: String, Sendable, CaseIterable {
        /// The receiver answered 410.
        case gone
        /// Nothing came through for three days.
        case failing
        /// Too many events waited.
        case queueFull
    }

    static let most = 20
    static let mostTypes = 200
    static let longestDescription = 200

    var id: WebhookID
    var clientID: String
    var version: Int
    var url: String
    var types: [String]
    var description: String?
    var state: State
    var reason: Reason?
    var createdAt: Date
    var updatedAt: Date
    var deliveredAt: Date?
    var failingSince: Date?
}
