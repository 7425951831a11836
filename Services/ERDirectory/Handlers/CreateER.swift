import CareModels
import HTTP
import Outbox
import Postgres

/// `POST /ers`: a scheduler enters an emergency room.
struct CreateER: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let details = try ERRule.create(request.decode(ERDraft.self))
        let change = Change(request, dependencies)
        return try await dependencies.pool.idempotent(request) { tx in
            let position = try await tx.drawPositions(1)
            let record = ERRecord(
                id: ERID(dependencies.newID()), version: 1, scheduleVersion: 0, position: position, details: details, source: nil,
                createdAt: change.now, updatedAt: change.now)
            try await tx.insert(record)
            try await tx.execute(change.audit(.created, record, from: nil, to: details).insertion)
            try await tx.emit(ERCreated(record))
            let view = ERView(record, directions: dependencies.settings.directions)
            return .json(view, status: .created, version: 1, headers: ["location": "/ers/\(record.id)"])
        }
    }
}
