import CareModels
import Outbox
import Postgres

/// Rows of a source are entered, merged into what was imported from them before, or left as they are.
struct ImportRows: Sendable {
    let change: Change

    /// What becomes of each. `isDryRun`: of each would become; nothing is written.
    func callAsFunction(_ rows: [ImportRow], of source: String, isDryRun: Bool, _ tx: Transaction) async throws -> [ImportPlan.Outcome] {
        try await tx.lockImports()
        let known = try await tx.lockImported(source, rows.map(\.sourceId))
        var plan = ImportPlan()
        for row in rows {
            try Task.checkCancellation()
            plan.add(row, of: source, known[row.sourceId], id: ERID(change.newID()), now: change.now)
        }
        if !isDryRun, !plan.writes.isEmpty { try await apply(&plan, tx) }
        return plan.outcomes
    }

    private func apply(_ plan: inout ImportPlan, _ tx: Transaction) async throws {
        // Before the positions are drawn: there may be two years of dates of each.
        for write in plan.changes {
            if let before = write.before { try await tx.refreshSearch(of: write.record, after: before, now: change.now) }
        }
        plan.place(from: try await tx.drawPositions(plan.changes.count))
        let changes = plan.changes
        try await tx.write(plan.writes, changes.map { change.audit(.imported, $0.record, from: $0.before, to: $0.record.details) })
        for write in changes {
            if write.before == nil { try await tx.emit(ERCreated(write.record)) } else { try await tx.emit(ERUpdated(write.record)) }
        }
        try await tx.refreshWeeklyReach(changes.map { ($0.record, $0.before) }, now: change.now)
    }
}
