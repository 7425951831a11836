import CareModels
import Foundation
import HTTP
import Outbox
import Postgres

/// `POST /health/heart-rates`: a batch of the caller's own, with a result for each.
struct RecordHeartRates: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var items: [HeartRateItem]
    }

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let items = try request.decode(Body.self).items
        var validation = Validation()
        validation.check(!items.isEmpty, "items", "must have at least one heart rate")
        validation.check(items.count <= HeartRateBatch.most, "items", "must have at most \(HeartRateBatch.most) heart rates, not \(items.count)")
        try validation.done()
        return try await dependencies.pool.idempotent(request) { tx in
            let now = dependencies.moment
            var monitor = try await tx.lockMonitor(of: person, dependencies.keys)
            let checked = items.map { HeartRateBatch.check($0.item, now: now) }
            let outcome = try await Watching(dependencies: dependencies, now: now).take(checked, from: .api, &monitor, tx)
            return try .json(BatchView(outcome))
        }
    }
}

/// What became of a batch.
struct BatchView: Encodable, Sendable {
    struct Item: Encodable, Sendable {
        enum Status: String, Encodable, Sendable { case recorded, duplicate, refused }

        var index: Int
        var status: Status
        var fields: [Fault]?
    }

    var results: [Item]
    var recorded: Int
    var duplicates: Int
    var refused: Int
    var evaluation: EvaluationView?
    var alert: AlertView?

    init(_ outcome: Watching.Outcome) {
        results = outcome.items.enumerated().map { index, item in
            switch item {
            case .recorded: Item(index: index, status: .recorded)
            case .duplicate: Item(index: index, status: .duplicate)
            case .refused(let faults): Item(index: index, status: .refused, fields: faults)
            }
        }
        recorded = results.count { $0.status == .recorded }
        duplicates = results.count { $0.status == .duplicate }
        refused = results.count { $0.status == .refused }
        evaluation = outcome.evaluation.map(EvaluationView.init)
        alert = outcome.alert.map(AlertView.init)
    }
}
