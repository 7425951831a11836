import CareModels
import HTTP

/// `PUT /app-data/:id`: the next version of an app's own bytes; with `If-None-Match: *` the first, under an id that the client chose.
struct UpdateAppData: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let place = RecordPlace.appData(try await request.owner(dependencies))
        let id = try AppData.id(request)
        let precondition = try request.precondition(.strong)
        let content = try AppData.content(request)
        let update = UpdateRecord(writing: dependencies.writing, mayCreate: precondition.mustBeAbsent)
        let written = try await dependencies.inTurn(of: place.owner) {
            try await dependencies.pool.transaction { tx in try await update(id, content, in: place, if: precondition, tx) }
        }
        let view = RecordView(written, place, contentType: content.contentType)
        guard precondition.mustBeAbsent else { return try .json(view, version: written.version) }
        return try .json(view, status: .created, version: written.version, headers: ["Location": "/app-data/\(written.id)"])
    }
}
