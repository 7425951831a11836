import HTTP

/// `GET /fhir/…/.well-known/smart-configuration`: what apps find out before they sign anybody in. The same for each release; made once.
struct ShowSMARTConfiguration: Sendable {
    private let answer: Result<Response, any Error>

    init(dependencies: Dependencies) {
        answer = Result { try .json(SMARTConfigurationView(dependencies.endpoints), headers: ["Cache-Control": "public, max-age=3600"]) }
    }

    func handle(_ request: Request) async throws -> Response { try answer.get() }
}
