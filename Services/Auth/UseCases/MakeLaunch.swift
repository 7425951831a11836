import CareModels
import Foundation
import Postgres

/// A trusted app opens another one for a patient's records.
struct MakeLaunch: Sendable {
    func callAsFunction(_ launch: Launch, _ tx: Transaction) async throws {
        let roles = try await tx.lockRoles(of: [launch.userID, launch.patientID])
        guard roles[launch.userID] != nil else { throw Refusal.signedOut }
        guard roles[launch.patientID] == .patient else { throw Launch.Refusal.noSuchPatient }
        try await tx.insert(launch)
    }
}
