import HTTP

/// `GET /oauth/origins`: the web origins that apps are registered with. Every service reads them now and then, for its answers to browsers.
struct GetOrigins: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let origins = try await dependencies.pool.withConnection { try await $0.registeredOrigins() }
        return try .json(OriginsView(origins: origins), headers: ["Cache-Control": "no-cache"])
    }
}
