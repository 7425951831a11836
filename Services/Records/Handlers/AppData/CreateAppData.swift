import HTTP
import Outbox

/// `POST /app-data`: an app's own bytes.
struct CreateAppData: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let place = RecordPlace.appData(try await request.owner(dependencies))
        let content = try AppData.content(request)
        let create = CreateRecord(writing: dependencies.writing)
        return try await dependencies.inTurn(of: place.owner) {
            try await dependencies.pool.idempotent(request, content: request.content(for: place.owner)) { tx in
                let written = try await create(content, in: place, tx)
                let view = RecordView(written, place, contentType: content.contentType)
                return try .json(view, status: .created, version: 1, headers: ["Location": "/app-data/\(written.id)"])
            }
        }
    }
}
