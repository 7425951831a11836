import CareModels
import HTTP

/// `DELETE /admin/clients/:clientId`: disables it. The row stays, since the audit and people's consents name it.
struct EndClient: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await dependencies.requirePower(request)
        let (id, expected) = (try request.parameter("clientId"), try request.requiredIfMatch())
        let (disable, origin) = (DisableClient(now: dependencies.now), dependencies.actorOrigin(of: request))
        try await dependencies.pool.transaction { tx in try await disable(id, expectedRevision: expected, from: origin, tx) }
        try await dependencies.clientHasChanged(id, isDisabled: true)
        return .noContent
    }
}
