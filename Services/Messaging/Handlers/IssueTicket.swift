import CareModels
import CareService
import Crypto
import Foundation

/// `POST /stream/tickets`: for a browser, whose WebSocket cannot send a token: `GET /stream?ticket=…`, once, within seconds.
struct IssueTicket: Sendable {
    let dependencies: Dependencies

    private struct View: Encodable {
        var ticket: String
        var expiresAt: Date
    }

    func handle(_ request: Request) async throws -> Response {
        let identity = request.identity
        let owner = StreamOwner(userId: try identity.user(), sessionId: identity.sessionID, expiresAt: identity.expiresAt)
        let ticket = Base64URL.encode(SymmetricKey(size: .bits256).withUnsafeBytes(Array.init))
        let expiresAt = dependencies.now().addingTimeInterval(dependencies.settings.ticketLifetime.seconds)
        try await dependencies.pool.withConnection { connection in
            try await connection.insertTicket(hash: Self.hash(ticket), owner, expiresAt: expiresAt)
        }
        return try .json(View(ticket: ticket, expiresAt: expiresAt), status: .created)
    }

    static func hash(_ ticket: String) -> [UInt8] { Array(SHA256.hash(data: Data(ticket.utf8))) }
}
