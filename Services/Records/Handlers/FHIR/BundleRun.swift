import CareModels
import Foundation
import HTTP
import JSON
import Outbox
import Postgres
import Sealing

/// The work on one bundle, inside one transaction.
struct BundleRun {
    let fhir: FHIRService
    let owner: UserID
    let bundle: BatchBundle
    let preference: Preference
    let writer: RecordWriter

    private struct Answer {
        var status: String
        var location: String?
        var version: Int?
        var modified: Date?
        var resource: [UInt8]?
        var outcome: [UInt8]?
    }

    /// Of what is read: a few bytes of an entry can ask for a whole page.
    private static let mostBytes = FHIRService.bundleLimit

    private var answers: [Answer?]
    /// Of a transaction's new resources: what others in it call them, and their addresses.
    private var references: [String: String] = [:]
    private var newIDs: [Int: RecordID] = [:]

    init(fhir: FHIRService, owner: UserID, bundle: BatchBundle, preference: Preference, writer: RecordWriter) {
        self.fhir = fhir
        self.owner = owner
        self.bundle = bundle
        self.preference = preference
        self.writer = writer
        answers = Array(repeating: nil, count: bundle.entries.count)
    }

    /// Deletions, creations, updates, reads: a transaction's order; for a batch it makes no difference.
    mutating func all(_ tx: Transaction, chunk: Int) async throws -> [UInt8] {
        var deletions: [Int] = []
        var creations: [Int] = []
        var updates: [Int] = []
        var reads: [Int] = []
        for (index, entry) in bundle.entries.enumerated() {
            try Task.checkCancellation()
            switch entry {
            case .failure(let fault): try refuse(fault, index)
            case .success(let entry):
                switch entry.action {
                case .delete: deletions.append(index)
                case .create: creations.append(index)
                case .update: updates.append(index)
                case .read, .readVersion, .search: reads.append(index)
                }
            }
        }
        if bundle.isTransaction { try prepareTransaction(creations, updates, deletions) }
        if !creations.isEmpty || !updates.isEmpty { try await writer.charge.look(tx) }
        for index in deletions { try await attempt(index) { run, entry in try await run.delete(entry, tx) } }
        try await create(creations, tx, chunk: chunk)
        for index in updates { try await attempt(index) { run, entry in try await run.update(entry, tx) } }
        var bytes = 0
        for index in reads {
            guard bytes <= Self.mostBytes else {
                try refuse(ResourceFault(.tooCostly, "What was read before is over \(Self.mostBytes) bytes already; ask in another bundle."), index)
                continue
            }
            try await attempt(index) { run, entry in try await run.read(entry, tx) }
            bytes += answers[index]?.resource?.count ?? 0
        }
        return response()
    }

    /// A transaction names no resource twice, and its new ones are referred to by their `urn:uuid:`.
    private mutating func prepareTransaction(_ creations: [Int], _ updates: [Int], _ deletions: [Int]) throws {
        var touched: Set<String> = []
        for index in updates + deletions {
            switch try entry(index).action {
            case .update(let type, let id), .delete(let type, let id):
                guard touched.insert("\(type)/\(id)").inserted else {
                    throw ResourceFault(.invalid, "A transaction changes a resource once only.", at: "Bundle.entry[\(index)].request.url")
                }
            default: break
            }
        }
        for index in creations {
            let entry = try entry(index)
            let id = RecordID(writer.newID())
            newIDs[index] = id
            if let name = entry.fullURL, name.hasPrefix("urn:") { references[name] = "\(entry.type)/\(id)" }
        }
    }

    private func entry(_ index: Int) throws -> BundleEntry { try bundle.entries[index].get() }

    /// In a batch the entry alone fails; in a transaction, all.
    private mutating func attempt(_ index: Int, _ work: (BundleRun, BundleEntry) async throws -> Answer) async throws {
        try Task.checkCancellation()
        do {
            answers[index] = try await work(self, try entry(index))
        } catch let error as any ProblemConvertible {
            if error is PersonErased { throw error }
            try refuse(error.problem, index)
        } catch let problem as Problem {
            try refuse(problem, index)
        }
    }

    private mutating func refuse(_ error: any ProblemConvertible, _ index: Int) throws { try refuse(error.problem, index) }

    private mutating func refuse(_ problem: Problem, _ index: Int) throws {
        if bundle.isTransaction {
            var problem = problem
            problem.title = "Entry \(index): \(problem.title)"
            throw problem
        }
        answers[index] = Answer(
            status: "\(problem.status.code) \(problem.status.reasonPhrase)", version: nil, outcome: OperationOutcome.body(problem))
    }

    // MARK: Entries

    private mutating func create(_ indexes: [Int], _ tx: Transaction, chunk: Int) async throws {
        var pending: [(index: Int, prepared: RecordWriter.Prepared)] = []
        for index in indexes {
            try Task.checkCancellation()
            do {
                let prepared = try creation(try entry(index), index)
                try writer.charge.add(prepared.cost)
                pending.append((index, prepared))
            } catch let error as any ProblemConvertible {
                try refuse(error, index)
            } catch let problem as Problem {
                try refuse(problem, index)
            }
            if pending.count >= chunk { try await flush(&pending, tx) }
        }
        try await flush(&pending, tx)
    }

    private func creation(_ entry: BundleEntry, _ index: Int) throws -> RecordWriter.Prepared {
        try CreateResource.refuseConditional(entry.isConditionalCreate ? "" : nil)
        let type = try fhir.known(type: entry.type)
        return try writer.creation(try content(entry, type), in: fhir.place(owner, type), record: newIDs[index])
    }

    private func content(_ entry: BundleEntry, _ type: String) throws -> RecordContent {
        guard let resource = entry.resource else { throw ResourceFault(.required, "The entry has no resource.") }
        let draft = try fhir.check(try ResourceDraft(resource), type: type)
        return RecordContent(body: .resource(draft, references: references), annotations: entry.annotations)
    }

    private mutating func flush(_ pending: inout [(index: Int, prepared: RecordWriter.Prepared)], _ tx: Transaction) async throws {
        guard !pending.isEmpty else { return }
        let affected = try await tx.batch(pending.flatMap(\.prepared.statements), emitting: pending.flatMap(\.prepared.events), seal: writer.seal)
        guard affected.allSatisfy({ $0 == 1 }) else { throw PersonErased() }
        for (index, prepared) in pending { answers[index] = answer(prepared.written, try entry(index).type) }
        pending.removeAll(keepingCapacity: true)
    }

    private func update(_ entry: BundleEntry, _ tx: Transaction) async throws -> Answer {
        guard case .update(let type, let id) = entry.action else { throw Problem.notFound("resource") }
        let place = fhir.place(owner, try fhir.known(type: type))
        let content = try content(entry, type)
        if case .resource(let draft, _) = content.body { try fhir.check(draft, id: id) }
        let written = try await writer.update(id, content, in: place, if: entry.precondition, mayCreate: true, tx)
        guard let written else { throw Problem.notFound("resource") }
        return answer(written, type)
    }

    private func delete(_ entry: BundleEntry, _ tx: Transaction) async throws -> Answer {
        guard case .delete(let type, let id) = entry.action else { throw Problem.notFound("resource") }
        let written = try await writer.delete(id, in: fhir.place(owner, try fhir.known(type: type)), if: entry.precondition, tx)
        guard let written else { throw Problem.notFound("resource") }
        return Answer(status: "204 No Content", version: written.version)
    }

    private func read(_ entry: BundleEntry, _ tx: Transaction) async throws -> Answer {
        let place = fhir.place(owner, try fhir.known(type: entry.type))
        let found: RecordVersion?
        switch entry.action {
        case .search(_, let query):
            let search = try SearchQuery(try QueryParameters.list(query.utf8))
            return Answer(status: "200 OK", resource: try await SearchResources.search(search, place, fhir, writer.key, tx))
        case .read(_, let id): found = try await tx.current(id, in: place, writer.key)
        case .readVersion(_, let id, let version): found = try await tx.version(version, of: id, in: place, writer.key)
        default: found = nil
        }
        guard let found else { throw Problem.notFound("resource") }
        guard let body = found.body else { throw Problem.gone("resource", version: found.version) }
        return Answer(status: "200 OK", version: found.version, modified: found.writtenAt, resource: body)
    }

    private func answer(_ written: RecordWriter.Written, _ type: String) -> Answer {
        Answer(
            status: written.isNew ? "201 Created" : "200 OK", location: fhir.url(type, written.id, version: written.version), version: written.version,
            modified: written.at, resource: preference == .representation ? written.body : nil)
    }

    // MARK: The answer

    private func response() -> [UInt8] {
        var json = JSONWriter(capacity: 256 + answers.reduce(0) { $0 + ($1?.resource?.count ?? 0) + 320 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", bundle.isTransaction ? "transaction-response" : "batch-response")
            if answers.isEmpty { return }
            $0.list("entry", answers) { answer, json in
                json.object { if let answer { write(answer, &$0) } }
            }
        }
        return json.bytes
    }

    private func write(_ answer: Answer, _ json: inout JSONWriter) {
        if let resource = answer.resource { json.member("resource", json: resource) }
        json.object("response") {
            $0.member("status", answer.status)
            if let location = answer.location { $0.member("location", location) }
            if let version = answer.version { $0.member("etag", VersionTags.tag(version)) }
            if let modified = answer.modified { $0.member("lastModified", RFC3339.format(modified)) }
            if let outcome = answer.outcome { $0.member("outcome", json: outcome) }
        }
    }
}
