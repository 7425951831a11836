import HTTP
import Postgres
import Sealing

extension Handlers {
    private struct KeySet: Encodable { var keys: [JSONWebKey] }

    /// `GET /oauth/event-keys`: the keys that events are or were signed with, apart from those of tokens.
    func getEventKeys(_ request: Request) async throws -> Response {
        let keys = try await dependencies.pool.withConnection { try await $0.publishedEventKeys() }
        var response = try Response.json(KeySet(keys: keys))
        response.headers.replaceOrAdd(name: "Cache-Control", value: "no-cache")
        return response
    }
}
