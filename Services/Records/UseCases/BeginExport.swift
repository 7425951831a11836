import CareModels
import Foundation
import Outbox
import Postgres

/// Somebody asks for whole records: what is in them is found out in the background.
struct BeginExport: Sendable {
    static let timer = "export"
    /// Of those that name deletions: the release before knows nothing of them, and leaves them to this one.
    static let incrementalTimer = "incremental-export"
    /// Of those that are of some persons, whom the release before would take for everybody.
    static let personsTimer = "persons-export"
    /// Of one caller, kept at once.
    let most: Int

    func callAsFunction(_ export: RecordExport, _ tx: Transaction) async throws {
        guard try await tx.insert(export, most: most) else { throw Refusal.exports(most: most) }
        try await tx.setTimer(Self.timer(of: export), key: "\(export.id) 0", due: export.at, payload: ExportStep(exportId: export.id, step: 0))
        tx.afterCommit { RecordsMetrics.exports("begun").add() }
    }

    static func timer(of export: RecordExport) -> String {
        if export.persons != nil { return personsTimer }
        return export.namesDeletions ? incrementalTimer : timer
    }
}

/// What is to be done next of an export.
struct ExportStep: Codable, Sendable {
    var exportId: ExportID
    var step: Int
}
