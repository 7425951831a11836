import CareModels
import FHIR
import HTTP
import Outbox

/// `POST /fhir/…`: many requests in one, as a batch (each by itself, a result per entry) or a transaction (all or none).
struct RunBundle: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let owner = access.owner
        try FHIRMedia.checkBody(request)
        let bundle = try BatchBundle(request.body)
        let preference = Preference(request, default: .minimal)
        let urls = dependencies.urls(release)
        // A few bytes of each entry may ask for as much as a search by itself may.
        let budget = dependencies.budget(of: request, searches: BatchBundle.mostSearched, keepsBodies: preference == .representation)
        let process = ProcessBundle(
            writing: dependencies.writing(within: budget), release: release, permissions: access.permissions,
            annotations: try request.annotations(), keepsMetadata: try request.keepsMetadata(),
            condition: { [reading = dependencies.reading(release)] type, query in try reading.condition(query, of: type) },
            reading: { [reading = dependencies.reading(release, isLenient: Preference.isLenient(request))] type, query throws(UnreadableSearch) in
                try reading.query(query, of: type)
            },
            find: dependencies.find(release, access.permissions, budget),
            showing: { [language = request.language] in SearchsetView($0, urls, language).bytes })
        if bundle.hasConditions { try await process.find.prepare(owner, dependencies.pool, dependencies.keys) }
        return try await dependencies.inTurn(of: owner) {
            try await dependencies.pool.idempotent(request, content: access.marked(request.body), isReading: bundle.isReading) { tx in
                let outcomes = try await process(bundle, of: owner, tx)
                let entries = outcomes.map { BundleResponseView.Entry($0, urls, preference, request.language) }
                var response = Response.fhir(BundleResponseView(isTransaction: bundle.isTransaction, entries: entries).bytes)
                response.isWritten(in: request.language)
                return response
            }
        }
    }
}

extension BundleResponseView.Entry {
    fileprivate init(_ outcome: EntryOutcome, _ urls: ResourceURLs, _ preference: Preference, _ language: Language) {
        switch outcome {
        case .written(let written, let type):
            let isTold = preference == .outcome || written.issues.contains { $0.severity == .error }
            self.init(
                status: written.isNew ? "201 Created" : "200 OK", location: urls.url(type, written.id, version: written.version),
                version: written.version, modified: written.at, resource: written.body,
                outcome: isTold ? OperationOutcomeView(stored: written, in: language) : nil)
        case .deleted(let version):
            self.init(status: "204 No Content", version: version)
        case .read(let body, let version, let instant):
            self.init(status: "200 OK", version: version, modified: instant, resource: body)
        case .unchanged(let version, let instant):
            self.init(status: "304 Not Modified", version: version, modified: instant)
        case .listed(let list):
            self.init(status: "200 OK", resource: list)
        case .refused(let refusal):
            let problem = Problem(refusal)
            self.init(status: "\(problem.status.code) \(problem.status.reasonPhrase)", outcome: OperationOutcomeView(problem, in: language))
        }
    }
}
