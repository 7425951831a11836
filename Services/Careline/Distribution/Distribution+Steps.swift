extension Distribution {
    /// One table that is made Citus' own.
    struct Step: Sendable, Equatable {
        var table: String
        /// Nil: on every node.
        var column: String?
        /// The table on whose nodes its rows lie, where the values of both columns are the same; nil for the first of its type.
        var with: String?
    }

    /// In an order in which each foreign key's table is there before it. Of a schema without obstacles.
    func steps(_ catalogue: Catalogue) -> [Step] {
        var steps: [Step] = []
        var first: [String: String] = [:]
        for table in ordered(catalogue) {
            switch places[table] {
            case .everywhere: steps.append(Step(table: table))
            case .spread(let column):
                let type = catalogue.tables[table]?[column] ?? ""
                steps.append(Step(table: table, column: column, with: first[type]))
                if first[type] == nil { first[type] = table }
            case .coordinator, .leaving, .nowhere, nil: continue
            }
        }
        return steps
    }

    /// What is on every node first, then by name, but behind what it refers to.
    private func ordered(_ catalogue: Catalogue) -> [String] {
        var ordered: [String] = []
        var seen: Set<String> = []
        func visit(_ table: String) {
            guard seen.insert(table).inserted else { return }
            for key in catalogue.foreignKeys where key.table == table { visit(key.other) }
            ordered.append(table)
        }
        let tables = places.keys.sorted()
        for table in tables where places[table] == .everywhere { visit(table) }
        for table in tables { visit(table) }
        return ordered
    }
}
