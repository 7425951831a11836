import HTTP

/// `GET /sdk/versions`: which versions of clients go on, as the operator says. An app asks at its start.
struct GetSDKVersions: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) throws -> Response {
        try .json(dependencies.settings.sdkVersions, headers: ["Cache-Control": "public, max-age=300"])
    }
}
