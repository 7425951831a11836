import CareModels
import Foundation
import Outbox
import Postgres

/// The next part of the work on an export: a batch of records is put into files. In one transaction with the timer that asked for it and the one that asks for the
/// next, so that whoever takes over goes on where the last whole batch ended.
struct AdvanceExport: Sendable {
    /// Records that one transaction looks through.
    var batch = 20_000
    let now: Date

    func callAsFunction(_ step: ExportStep, _ tx: Transaction) async throws {
        guard let stored = try await tx.exportAtWork(step.exportId) else { return }
        let export = stored.export
        let found = try await tx.found(export, behind: stored.passed, lookingThrough: batch)
        var filing = ExportFiling(try await tx.exportFiles(export.id))
        for (record, type, isDeletion) in found.records { filing.add(record, type, isDeletion: isDeletion) }
        try await tx.save(
            filing.changed.values, of: export, passed: found.passed ?? stored.passed, found: stored.found + found.records.count,
            doneAt: found.isMore ? nil : now)
        guard found.isMore else {
            tx.afterCommit { RecordsMetrics.exports("done").add() }
            return
        }
        let next = ExportStep(exportId: export.id, step: step.step + 1)
        try await tx.setTimer(BeginExport.timer(of: export), key: "\(export.id) \(next.step)", due: now, payload: next)
    }
}
