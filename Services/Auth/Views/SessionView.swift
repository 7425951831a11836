import CareModels
import Foundation

/// A session as its person sees it.
struct SessionView: Codable, Sendable {
    var id: SessionID
    var clientId: String
    var clientName: String
    var device: String?
    var addressPrefix: String?
    var createdAt: Date
    var lastUsedAt: Date
    var isCurrent: Bool
    /// Their guardian, where it is they who act in it.
    var guardianId: UserID?

    init(_ session: ListedSession, current: SessionID?) {
        id = session.id
        clientId = session.clientID
        clientName = session.clientName
        device = session.device.name
        addressPrefix = session.device.addressPrefix
        createdAt = session.createdAt
        lastUsedAt = session.lastUsedAt
        isCurrent = session.id == current
        guardianId = session.actorID
    }
}
