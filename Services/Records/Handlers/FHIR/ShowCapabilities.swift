import FHIR
import HTTP

/// `GET /fhir/…/metadata`: the CapabilityStatement.
struct ShowCapabilities: Sendable {
    private let document: ConstantDocument

    init(dependencies: Dependencies, release: FHIRRelease) {
        let statement = CapabilityStatementView(
            release: release, urls: dependencies.urls(release), endpoints: dependencies.endpoints, refusesUnknown: dependencies.validation == .enforce)
        document = ConstantDocument(statement.bytes, type: FHIRRelease.mediaType, lifetime: 3600)
    }

    func handle(_ request: Request) throws -> Response {
        try FHIRMedia.checkAccept(request)
        return try document.response()
    }
}
