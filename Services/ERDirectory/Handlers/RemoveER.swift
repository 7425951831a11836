import CareModels
import HTTP
import Outbox
import Postgres

/// `DELETE /ers/:id`: it leaves the directory, its hours with it; an import does not bring it back. If-Match is required.
struct RemoveER: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.erID()
        let expected = try request.requiredIfMatch()
        let change = Change(request, dependencies)
        try await dependencies.pool.transaction { tx in
            guard var record = try await tx.lockER(id) else { throw Problem.noSuchER }
            if let expected, expected != record.version { throw Problem.changedMeanwhile(record.version) }
            record.version += 1
            record.position = try await tx.drawPositions(1)
            try await tx.remove(record, at: change.now)
            try await tx.execute(change.audit(.removed, record, from: record.details, to: nil).insertion)
            try await tx.emit(ERRemoved(erId: id, version: record.version, removedAt: change.now))
        }
        return .noContent
    }
}
