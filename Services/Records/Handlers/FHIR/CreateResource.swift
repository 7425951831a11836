import FHIR
import HTTP
import Outbox

/// `POST /fhir/…/:type`: a new resource; its id is ours. With `If-None-Exist` only when a search finds none.
struct CreateResource: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response { try await handle(request, type: try request.resourceType(release), body: request.body) }

    /// - Parameter body: the request's, which may have been streamed.
    func handle(_ request: Request, type: String, body: [UInt8]) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let owner = access.owner
        let reach = try access.permissions.reach(.create, type)
        let condition = try request.ifNoneExist(of: type).map { query in
            _ = try access.permissions.reach(.search, type)
            return (query: try dependencies.reading(release).condition(query, of: type), find: dependencies.find(release, access.permissions))
        }
        let draft = try request.resource(type, in: body, dependencies.validation, release)
        let annotations = try request.annotations()
        try reach.check(draft, annotations)
        let content = RecordContent(
            body: .resource(draft, references: [:]), annotations: annotations, status: try request.status(), keepsMetadata: try request.keepsMetadata())
        let preference = Preference(request)
        let place = RecordPlace.resources(type, release, owner)
        func answer(_ written: WrittenRecord) -> Response {
            .resource(written, at: dependencies.urls(release).url(type, written.id, version: written.version), preference, in: request.language)
        }
        if condition == nil, !request.hasIdempotencyKey, let write = GroupedWrite(.create, content, in: place, size: body.count, by: access) {
            return answer(try await dependencies.make(write))
        }
        let create = CreateRecord(writing: dependencies.writing)
        // A search looks through all of the person's index.
        return try await withTaskExecutorPreference(condition == nil ? nil : globalConcurrentExecutor) {
            if let condition { try await dependencies.prepare(condition.find, for: condition.query, of: owner) }
            return try await dependencies.inTurn(of: owner) {
                try await dependencies.pool.idempotent(request, content: access.marked(body)) { tx in
                    answer(try await create(content, in: place, unless: condition, tx))
                }
            }
        }
    }
}
