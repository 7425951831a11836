import CareModels
import Foundation

/// A row of the audit, as it is exported.
struct AuditLineView: Codable, Equatable, Sendable {
    var place: Int
    var at: Date
    var kind: String
    var userId: UserID?
    /// Where that was somebody else.
    var doneBy: UserID?
    var clientId: String?
    var sessionId: SessionID?
    /// The same for the same address, as long as the master key is: a keyed hash of it.
    var address: String?
    var requestId: String?
    var reason: String?
    var occurrences: Int
    var hash: String

    init(_ line: AuditLine) {
        let (row, link) = (line.sealed.row, line.sealed.link)
        place = link.place
        at = line.at
        kind = row.kind
        userId = row.userID
        doneBy = row.actorID
        clientId = row.clientID
        sessionId = row.sessionID
        address = row.addressHash.map(Base64URL.encode)
        requestId = row.requestID
        reason = row.reason
        occurrences = row.occurrences
        hash = Base64URL.encode(link.hash)
    }
}
