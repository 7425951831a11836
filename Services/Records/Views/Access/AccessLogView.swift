import CareModels
import Foundation

/// Who used a person's record, for people: `{at, doneBy, role, clientId, interaction, …}`.
struct AccessLogView: Encodable, Sendable {
    var id: String
    var at: Date
    /// Absent for a machine.
    var doneBy: UserID?
    var doneByName: String?
    var guardianId: UserID?
    var role: Role
    var clientId: String
    var interaction: String
    var types: [String]
    var count: Int?
    var purpose: String
    var basis: String
    /// The consents, or the override, that let them in.
    var sourceIds: [String]
    var refused: Bool
    var status: Int
    var network: String?

    init(_ noted: NotedAccess) {
        let event = noted.event
        id = noted.id.description
        at = event.at
        doneBy = event.actor
        doneByName = noted.name
        guardianId = event.guardian
        role = event.role
        clientId = event.client
        interaction = event.interaction
        types = event.types
        count = event.count
        purpose = event.purpose.rawValue
        basis = event.basis.rawValue
        sourceIds = (event.sources ?? []).map { $0.uuidString.lowercased() }
        refused = event.status >= 400
        status = event.status
        network = event.network
    }
}
