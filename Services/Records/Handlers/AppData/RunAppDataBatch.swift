import CareModels
import Foundation
import HTTP
import JSON
import Outbox

/// `POST /app-data/batch`: many changes and readings of app data in one, each by itself, a result for each.
struct RunAppDataBatch: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let place = RecordPlace.appData(try await request.owner(dependencies))
        let operations = try request.decode(AppDataBatch.self).checked()
        let run = ProcessAppData(writing: dependencies.writing(within: dependencies.budget(of: request)))
        let isReading = operations.allSatisfy(\.isReading)
        return try await dependencies.inTurn(of: place.owner) {
            try await dependencies.pool.idempotent(request, content: request.content(for: place.owner), isReading: isReading) { tx in
                let outcomes = try await run(operations, in: place, tx)
                let results = outcomes.map { outcome -> AppDataResultView in
                    switch outcome {
                    case .written(let written, let contentType):
                        AppDataResultView(status: written.isNew ? 201 : 200, record: RecordView(written, place, contentType: contentType))
                    case .deleted(let version): AppDataResultView(status: 204, version: version)
                    case .read(let found): AppDataResultView(status: 200, record: RecordView(RecordSummary(found)), data: found.body)
                    case .refused(let refusal):
                        AppDataResultView(
                            refused: Problem(refusal).document(issuer: dependencies.base, requestID: request.requestID, language: request.language))
                    }
                }
                return try .json(AppDataResultsView(items: results)).written(in: request.language)
            }
        }
    }
}

/// What a client asks of app data at once.
struct AppDataBatch: Decodable, Sendable {
    /// In bytes.
    static let limit = 32 << 20
    static let most = 200
    /// Values of an item's JSON, which is in base64: a body is weighed by the values that are to be seen in it.
    static let mostHidden = 250_000

    var items: [Item]

    struct Item: Decodable, Sendable {
        enum Kind: String, Decodable, CaseIterable { case create, update, delete, read }

        var operation: Kind
        /// Of what there is; of a creation, the client's own.
        var id: String?
        /// What it has to be at.
        var version: Int?
        var contentType: String?
        /// In base64.
        var data: String?
        var annotations: [String]?
        var status: RecordStatus?
    }

    func checked() throws -> [AppDataOperation] {
        guard (1...Self.most).contains(items.count) else { throw Problem.invalid(Fault("items", "must be 1 to \(limit: Self.most) operations")) }
        var checks = Checks()
        let operations = try items.enumerated().compactMap { index, item in
            try Task.checkCancellation()
            return try item.checked("items[\(index)]", &checks)
        }
        try checks.done()
        return operations
    }
}

extension AppDataBatch.Item {
    fileprivate func checked(_ place: String, _ checks: inout Checks) throws -> AppDataOperation? {
        let spelled = id.map(AppDataID.spelled)
        if let spelled, spelled == nil { checks.fail("\(place).id", "must be 1 to \(limit: 64) letters, digits, - and .") }
        let known = spelled.flatMap { $0 }
        if operation != .create, id == nil { checks.fail("\(place).id", "is required") }
        let precondition = Precondition(
            match: version.flatMap { Condition("\"\($0)\"") }, comparison: .strong, mustBeAbsent: operation == .create)
        switch operation {
        case .delete: return known.map { .delete($0, precondition) }
        case .read: return known.map { .read($0) }
        case .create, .update:
            guard let bytes = data.flatMap({ Data(base64Encoded: $0) }), bytes.count <= AppData.limit else {
                checks.fail("\(place).data", "must be base64 of at most \(limit: AppData.limit) bytes")
                return nil
            }
            guard status != .deleted else {
                checks.fail("\(place).status", "must be active or pending")
                return nil
            }
            let type = contentType ?? "application/octet-stream"
            guard AppData.isType(type) else {
                checks.fail("\(place).contentType", "must be a media type of at most \(limit: AppData.longestType) characters")
                return nil
            }
            do {
                let content = try AppData.content(
                    Array(bytes), type: type, annotations: try annotations.map { try Annotations($0) }, status: status, values: AppDataBatch.mostHidden)
                return .write(known, content, precondition)
            } catch let refusal as Annotations.Refusal {
                checks.fail("\(place).annotations", refusal.message)
            } catch let fault as JSONFault {
                let field = fault.path.isEmpty ? "\(place).data" : "\(place).data.\(fault.path)"
                checks.fail(field, "cannot be read as JSON: \(fault.text) (byte \(fault.offset))")
            } catch let faults as Faults {
                checks.take(faults) { $0 == "body" ? "\(place).data" : "\(place).data.\($0)" }
            }
            return nil
        }
    }
}
