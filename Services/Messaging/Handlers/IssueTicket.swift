import CareModels
import Crypto
import Foundation
import HTTP

/// `POST /stream/tickets`: for a browser, whose WebSocket cannot send a token: `GET /stream?ticket=…`, once, within seconds.
///
/// A ticket is random, and names the language of the request that took it and the key that signed its token: `fr~….…`. Only its hash is kept, so nobody
/// can change these names.
struct IssueTicket: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let identity = request.identity
        let owner = StreamTicket(userId: try identity.user(), sessionId: identity.sessionID, expiresAt: identity.expiresAt)
        let random = Base64URL.encode(SymmetricKey(size: .bits256).withUnsafeBytes(Array.init))
        let secret = "\(request.language.tag)\(Self.afterLanguage)\(random)"
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

    /// In which a ticket was asked for; English in one of the release before.
    static func language(_ ticket: String) -> Language {
        let parts = ticket.split(separator: afterLanguage, maxSplits: 1)
        return parts.count == 2 ? Language(rawValue: String(parts[0])) ?? .english : .english
    }

    /// None of Base64URL's, and unreserved in addresses.
    private static let afterLanguage: Character = "~"

    static func hash(_ ticket: String) -> [UInt8] { Array(SHA256.hash(data: Data(ticket.utf8))) }
}
