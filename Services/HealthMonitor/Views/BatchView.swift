import CareModels

/// What became of a batch.
struct BatchView: Encodable, Sendable {
    struct Item: Encodable, Sendable {
        enum Status: String, Encodable, Sendable { case recorded, duplicate, refused }

        var index: Int
        var status: Status
        var fields: [WrittenFault]?
    }

    var results: [Item]
    var recorded: Int
    var duplicates: Int
    var refused: Int
    var evaluation: EvaluationView?
    var alert: AlertView?

    init(_ batch: BatchRecord, in language: Language) {
        results = batch.items.enumerated().map { index, item in
            switch item {
            case .recorded: Item(index: index, status: .recorded)
            case .duplicate: Item(index: index, status: .duplicate)
            case .refused(let faults): Item(index: index, status: .refused, fields: faults.map { $0.written(in: language) })
            }
        }
        recorded = results.count { $0.status == .recorded }
        duplicates = results.count { $0.status == .duplicate }
        refused = results.count { $0.status == .refused }
        evaluation = batch.evaluation.map { EvaluationView($0, in: language) }
        alert = batch.alert.map { AlertView($0, in: language) }
    }
}
