import CareModels
import Crypto
import Foundation
import HTTP

/// `POST /stream/tickets`: for a browser, whose WebSocket cannot send a token: `GET /stream?ticket=…`, once, within seconds.
///
/// A ticket is random, and names the key that signed its token. Only its hash is kept, so nobody can change that name.
struct IssueTicket: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let identity = request.identity
        let owner = StreamTicket(userId: try identity.user(), sessionId: identity.sessionID, expiresAt: identity.expiresAt)
        let secret = Base64URL.encode(SymmetricKey(size: .bits256).withUnsafeBytes(Array.init))
        let ticket = identity.key.map { "\(secret).\(Base64URL.encode(Array($0.kid.utf8)))" } ?? secret
        let issue = IssueStreamTicket(lifetime: dependencies.settings.ticketLifetime, now: dependencies.tokenClock)
        let expiresAt = try await dependencies.pool.transaction { tx in try await issue(owner, hash: Self.hash(ticket), tx) }
        return try .json(TicketView(ticket: ticket, expiresAt: expiresAt), status: .created)
    }

    /// The name of the key in a ticket; nil in one of the release before.
    static func keyID(_ ticket: String) -> String? {
        let parts = ticket.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let kid = Base64URL.decode(parts[1]) else { return nil }
        return String(decoding: kid, as: UTF8.self)
    }

    static func hash(_ ticket: String) -> [UInt8] { Array(SHA256.hash(data: Data(ticket.utf8))) }
}
