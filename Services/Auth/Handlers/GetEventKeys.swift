import HTTP

/// `GET /oauth/event-keys`: the keys that events are or were signed with, apart from those of tokens.
struct GetEventKeys: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let keys = try await dependencies.pool.withConnection { try await $0.publishedEventKeys() }
        var response = try Response.json(KeySetView(keys: keys.map(WebKey.es256)))
        response.headers.replaceOrAdd(name: "Cache-Control", value: "no-cache")
        return response
    }
}
