import Foundation

/// A ticket for a stream.
struct TicketView: Encodable, Sendable {
    var ticket: String
    var expiresAt: Date
}
