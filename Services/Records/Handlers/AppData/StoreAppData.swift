import CareModels
import HTTP

/// `POST /app-data`, `PUT /app-data/:id` and `DELETE /app-data/:id`: an app's own bytes.
struct StoreAppData: Sendable {
    let dependencies: Dependencies

    func create(_ request: Request) async throws -> Response {
        let place = AppData.place(try request.owner())
        let content = try AppData.content(request)
        return try await dependencies.write(for: place.owner, once: request) { writer, tx in
            let written = try await writer.create(content, in: place, tx)
            let view = RecordView(written, place, contentType: content.contentType)
            return try .json(view, status: .created, version: 1, headers: ["Location": "/app-data/\(written.id)"])
        }
    }

    func update(_ request: Request) async throws -> Response {
        let place = AppData.place(try request.owner())
        let id = try AppData.id(request)
        let precondition = try request.precondition()
        let content = try AppData.content(request)
        let written = try await dependencies.write(for: place.owner) { writer, tx in
            try await writer.update(id, content, in: place, if: precondition, mayCreate: false, tx)
        }
        guard let written else { throw Problem.notFound("app data") }
        return try .json(RecordView(written, place, contentType: content.contentType), version: written.version)
    }

    func delete(_ request: Request) async throws -> Response {
        let place = AppData.place(try request.owner())
        let id = try AppData.id(request)
        let precondition = try request.precondition()
        let written = try await dependencies.write(for: place.owner) { writer, tx in
            try await writer.delete(id, in: place, if: precondition, tx)
        }
        guard written != nil else { throw Problem.notFound("app data") }
        return .noContent
    }
}
