import CareModels
import Crypto
import FHIR
import Foundation
import HTTP
import Outbox

/// `POST /fhir/…/$import`: resources as NDJSON, written while they come, a batch of lines in a transaction. Each line stands for itself: what is wrong with one says the
/// answer.
///
/// With an `Idempotency-Key` a resource without an id gets one of the key and its line, so that an import that was broken off is sent again whole, and nothing is
/// there twice.
struct ImportResources: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    /// In bytes.
    static let limit = BatchBundle.limit
    /// Lines, empty ones too: a hundred of them are a transaction, however short they are.
    static let mostLines = 200_000
    /// Lines whose faults are told.
    static let mostFaults = 1000

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        guard let type = request.mediaType, ["application/fhir+ndjson", "application/ndjson", "application/x-ndjson"].contains(type) else {
            throw Problem.unsupportedMediaType("Send application/fhir+ndjson in UTF-8.", accepted: "application/fhir+ndjson")
        }
        let key = request.headers.first(name: "Idempotency-Key")
        let owner = access.owner
        let importing = ImportRecords(writing: dependencies.writing, release: release, permissions: access.permissions, keepsMetadata: try request.keepsMetadata()) {
            line, type in
            key.map { Self.id("\(owner) \(release.rawValue) \($0) \(line) \(type)") }
        }
        var summary = ImportSummary()
        var digest = SHA256()
        var lines = NDJSON.Lines()
        var batch: [ImportLine] = []
        var (number, size) = (0, 0)
        while let piece = try await request.bodyStream.next() {
            digest.update(data: piece)
            for bytes in lines.take(piece) {
                number += 1
                guard number <= Self.mostLines else { throw ResourceFault(.tooCostly, "It holds more than \(Self.mostLines) values.") }
                take(bytes, number, &batch, &size)
                if batch.count >= ImportRecords.batch || size >= ImportRecords.batchBytes { try await write(&batch, &size, importing, owner, &summary, request) }
            }
            guard lines.rest.count <= ResourceDraft.limit else { throw ResourceFault(.tooLong, "A line is at most \(ResourceDraft.limit) bytes.") }
        }
        take(lines.rest, number + 1, &batch, &size)
        try await write(&batch, &size, importing, owner, &summary, request)
        let answer = Response.fhir(summary.view(in: request.language).bytes).written(in: request.language)
        return try await dependencies.pool.idempotent(request, content: access.marked(Array(digest.finalize()))) { _ in answer }
    }

    private func take(_ bytes: [UInt8], _ number: Int, _ batch: inout [ImportLine], _ size: inout Int) {
        guard bytes.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
        batch.append(ImportLine(number: number, bytes: bytes))
        size += bytes.count
    }

    private func write(
        _ batch: inout [ImportLine], _ size: inout Int, _ importing: ImportRecords, _ owner: UserID, _ summary: inout ImportSummary, _ request: Request
    ) async throws {
        guard !batch.isEmpty else { return }
        let lines = batch
        // A stream is weighed by its pieces; these are read whole, and are there until their transaction is done.
        let budget = dependencies.budget(of: request)
        try budget.hold(toRead: lines.map(\.bytes))
        defer { budget.letGo() }
        let outcomes = try await dependencies.inTurn(of: owner) {
            try await dependencies.pool.transaction { tx in try await importing(lines, of: owner, tx) }
        }
        for (line, outcome) in zip(lines, outcomes) { summary.add(line.number, outcome) }
        (batch, size) = ([], 0)
    }

    /// UUIDs of version 8 (RFC 9562, section 5.8) out of a digest.
    private static func id(_ text: String) -> RecordID {
        var bytes = Array(SHA256.hash(data: Data("careline import \(text)".utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return RecordID(
            UUID(
                uuid: (
                    bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13],
                    bytes[14], bytes[15]
                )))
    }
}

/// What became of an import's lines.
struct ImportSummary: Sendable {
    var created = 0
    var updated = 0
    var unchanged = 0
    var refused = 0
    /// The first of them.
    var faults: [(line: Int, problem: Problem)] = []

    mutating func add(_ line: Int, _ outcome: ImportOutcome) {
        switch outcome {
        case .created: created += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        case .refused(let refusal):
            refused += 1
            if faults.count < ImportResources.mostFaults { faults.append((line, Problem(refusal))) }
        }
        RecordsMetrics.imported(outcome.label).add()
    }

    func view(in language: Language) -> ImportView {
        let told = faults.map { fault in
            ImportView.Fault(line: fault.line, status: Int(fault.problem.status.code), outcome: OperationOutcomeView(fault.problem, in: language))
        }
        return ImportView(numbers: [("created", created), ("updated", updated), ("unchanged", unchanged), ("refused", refused)], faults: told)
    }
}

extension ImportOutcome {
    fileprivate var label: String {
        switch self {
        case .created: "created"
        case .updated: "updated"
        case .unchanged: "unchanged"
        case .refused: "refused"
        }
    }
}
