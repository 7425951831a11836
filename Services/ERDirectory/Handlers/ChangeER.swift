import CareModels
import HTTP
import Outbox
import Postgres

/// `PATCH /ers/:id`: what is sent changes, the rest stays; `null` empties a field. If-Match is required.
struct ChangeER: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.erID()
        let expected = try request.requiredIfMatch()
        let draft: ERDraft = try request.decode()
        let change = Change(request, dependencies)
        let record = try await dependencies.pool.transaction { tx in
            guard let before = try await tx.lockER(id) else { throw Problem.noSuchER }
            if let expected, expected != before.version { throw Problem.changedMeanwhile(before.version) }
            let details = try ERRule.change(draft, of: before.details)
            guard details != before.details else { return before }
            return try await apply(details, to: before, change, tx)
        }
        return .json(ERView(record, directions: dependencies.settings.directions), version: record.version)
    }

    private func apply(_ details: ERDetails, to before: ERRecord, _ change: Change, _ tx: Transaction) async throws -> ERRecord {
        var after = before
        after.details = details
        after.version += 1
        after.updatedAt = change.now
        after.position = try await tx.drawPositions(1)
        try await tx.update(after)
        try await tx.refreshSearch(of: after, after: before.details, now: change.now)
        try await tx.execute(change.audit(.updated, after, from: before.details, to: details).insertion)
        try await tx.emit(ERUpdated(after))
        return after
    }
}
