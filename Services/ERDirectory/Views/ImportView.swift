import CareModels

/// What became of an import, or would become, row by row.
struct ImportView: Encodable, Sendable {
    struct Item: Encodable, Sendable {
        var sourceId: String
        var outcome: String
        var id: ERID?
        var version: Int?
        /// What is wrong with a refused row.
        var fields: [WrittenFault]?
    }

    var dryRun: Bool
    var items: [Item]

    init(_ outcomes: [ImportPlan.Outcome], isDryRun: Bool, in language: Language) {
        dryRun = isDryRun
        items = outcomes.map { outcome in
            Item(
                sourceId: outcome.sourceId, outcome: outcome.kind.rawValue, id: outcome.id, version: outcome.version,
                fields: outcome.faults?.map { $0.written(in: language) })
        }
    }
}
