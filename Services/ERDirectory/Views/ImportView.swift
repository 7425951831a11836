import CareModels

/// What became of an import, or would become, row by row.
struct ImportView: Encodable, Sendable {
    struct Item: Encodable, Sendable {
        var sourceId: String
        var outcome: String
        var id: ERID?
        var version: Int?
        /// What is wrong with a refused row.
        var fields: [Fault]?
    }

    var dryRun: Bool
    var items: [Item]

    init(_ outcomes: [ImportPlan.Outcome], isDryRun: Bool) {
        dryRun = isDryRun
        items = outcomes.map { Item(sourceId: $0.sourceId, outcome: $0.kind.rawValue, id: $0.id, version: $0.version, fields: $0.faults) }
    }
}
