import CareModels
import HTTP

/// `PUT /oauth/register/:clientId` (RFC 7592, 2.2)
struct ReplaceRegistration: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let registrations = Registrations(dependencies: dependencies)
        return try await registrations.answering(request) {
            let metadata = try registrations.metadata(request)
            let (id, token) = (try request.parameter("clientId"), try registrations.tokenHash(request))
            try dependencies.allowances.changes.check(person: Base64URL.encode(token))
            let (change, origin) = (ChangeRegistration(now: dependencies.now), dependencies.origin(of: request))
            let record = try await dependencies.pool.transaction { tx in try await change(metadata, of: id, token: token, from: origin, tx) }
            try await dependencies.clientHasChanged(id)
            return try registrations.response(record, token: request.bearerToken)
        }
    }
}
