import CareModels

/// What became of a batch.
struct BatchView: Encodable, Sendable {
    struct Item: Encodable, Sendable {
        enum Outcome: String, Encodable, Sendable { case recorded, duplicate, refused }

        var index: Int
        var outcome: Outcome
        var fields: [WrittenFault]?
    }

    var items: [Item]
    var recorded: Int
    var duplicates: Int
    var refused: Int
    var evaluation: EvaluationView?
    var alert: AlertView?

    init(_ batch: BatchRecord, in language: Language) {
        items = batch.items.enumerated().map { index, item in
            switch item {
            case .recorded: Item(index: index, outcome: .recorded)
            case .duplicate: Item(index: index, outcome: .duplicate)
            case .refused(let faults): Item(index: index, outcome: .refused, fields: faults.map { $0.written(in: language) })
            }
        }
        recorded = items.count { $0.outcome == .recorded }
        duplicates = items.count { $0.outcome == .duplicate }
        refused = items.count { $0.outcome == .refused }
        evaluation = batch.evaluation.map { EvaluationView($0, in: language) }
        alert = batch.alert.map { AlertView($0, in: language) }
    }
}
