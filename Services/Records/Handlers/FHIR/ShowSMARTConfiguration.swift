import HTTP

/// `GET /fhir/…/.well-known/smart-configuration`: what apps find out before they sign anybody in. The same for each release.
struct ShowSMARTConfiguration: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try .json(SMARTConfigurationView(dependencies.endpoints), headers: ["Cache-Control": "public, max-age=3600"])
    }
}
