import CareModels
import HTTP

/// `PUT /app-data/:id`: the next version of an app's own bytes.
struct UpdateAppData: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let place = RecordPlace.appData(try request.owner())
        let id = try AppData.id(request)
        let precondition = try request.precondition(.strong)
        let content = try AppData.content(request)
        let update = UpdateRecord(writing: dependencies.writing, mayCreate: false)
        let written = try await dependencies.inTurn(of: place.owner) {
            try await dependencies.pool.transaction { tx in try await update(id, content, in: place, if: precondition, tx) }
        }
        return try .json(RecordView(written, place, contentType: content.contentType), version: written.version)
    }
}
