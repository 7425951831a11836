import CareModels
import Foundation
import Postgres

/// What others' apps were opened for ends with a patient's account, and their id goes from it: the codes that wait, and the sessions. The patient is locked.
struct EndLaunched: Sendable {
    let now: Date

    func callAsFunction(for patient: UserID, _ tx: Transaction) async throws {
        try await tx.deleteCodes(launchedFor: patient)
        let sessions = try await tx.lockSessions(launchedFor: patient)
        if sessions.isEmpty { return }
        try await AnnounceEnds(now: now)(try await tx.end(sessions, reason: .erased, now: now), tx)
        try await tx.forgetPatient(of: sessions)
    }
}
