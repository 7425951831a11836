import FHIR
import HTTP
import Outbox

/// `POST /fhir/…/:type`: a new resource; its id is ours. With `If-None-Exist` only when a search finds none.
struct CreateResource: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let owner = access.owner
        let type = try request.resourceType(release)
        let reach = try access.permissions.reach(.create, type)
        let condition = try request.ifNoneExist().map { query in (query: try SearchQuery.condition(type, query), reach: try access.permissions.reach(.search, type)) }
        let draft = try request.resource(type)
        try reach.check(draft)
        let content = RecordContent(
            body: .resource(draft, references: [:]), annotations: try request.annotations(), status: try request.status())
        let preference = Preference(request)
        let create = CreateRecord(writing: dependencies.writing)
        return try await dependencies.inTurn(of: owner) {
            try await dependencies.pool.idempotent(request) { tx in
                let written = try await create(content, in: .resources(type, release, owner), unless: condition, tx)
                let url = dependencies.urls(release).url(type, written.id, version: written.version)
                return .resource(written, at: url, preference, in: request.language)
            }
        }
    }
}
