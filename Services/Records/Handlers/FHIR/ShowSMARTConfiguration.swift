import HTTP

/// `GET /fhir/…/.well-known/smart-configuration`: what apps find out before they sign anybody in. The same for each release.
struct ShowSMARTConfiguration: Sendable {
    private let document: ConstantDocument

    init(dependencies: Dependencies) { document = ConstantDocument(SMARTConfigurationView(dependencies.endpoints), lifetime: 3600) }

    func handle(_ request: Request) throws -> Response { try document.response() }
}
