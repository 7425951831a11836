import FHIR
import HTTP

/// `GET /fhir/…/metadata`: the CapabilityStatement, made once.
struct ShowCapabilities: Sendable {
    private let statement: [UInt8]

    init(dependencies: Dependencies, release: FHIRRelease) {
        statement =
            CapabilityStatementView(
                release: release, urls: dependencies.urls(release), endpoints: dependencies.endpoints, refusesUnknown: dependencies.validation == .enforce
            ).bytes
    }

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        return Response(.ok, headers: ["Content-Type": FHIRRelease.mediaType, "Cache-Control": "public, max-age=3600"], body: statement)
    }
}
