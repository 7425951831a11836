import CareModels
import HTTP

/// `POST /fhir/…`: many requests in one, as a batch (each by itself, a result per entry) or a transaction (all or none).
///
/// Both run in one database transaction, so that an `Idempotency-Key` covers them whole. The entries of a batch cannot spoil each
/// other: what is wrong with one is found before a statement fails.
struct RunBundle: Sendable {
    let fhir: FHIRService

    static let mostEntries = 5000
    /// So many creations go to the database in one round trip.
    private static let chunk = 100

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let owner = try request.owner()
        try FHIRMedia.checkBody(request)
        let bundle = try BatchBundle(request.body, most: Self.mostEntries)
        let preference = Preference(request, default: .minimal)
        return try await fhir.dependencies.write(for: owner, once: request) { writer, tx in
            var run = BundleRun(fhir: fhir, owner: owner, bundle: bundle, preference: preference, writer: writer)
            return Response(.ok, headers: ["Content-Type": FHIRMedia.type], body: try await run.all(tx, chunk: Self.chunk))
        }
    }
}
