/// What of a schema Citus would refuse, by its documentation.
struct Obstacle: Sendable, Equatable, Encodable {
    /// `items: items_pkey`, or a table.
    var what: String
    var why: String
}

extension Distribution {
    /// Of each table all rows that a key, a constraint or a foreign key compares have to be on one node: so each has the column that its table is spread by.
    func obstacles(_ catalogue: Catalogue) -> [Obstacle] {
        let (there, known) = (Set(catalogue.tables.keys), Set(places.keys))
        var found = there.symmetricDifference(known).sorted().map { table in
            Obstacle(what: table, why: known.contains(table) ? "no such table" : "nobody says by which column to spread it")
        }
        for table in there.intersection(known).sorted() {
            if places[table] == .nowhere { found.append(Obstacle(what: table, why: "no column to spread it by")) }
            if let column = column(of: table), catalogue.tables[table]?[column] == nil { found.append(Obstacle(what: table, why: "no column \(column)")) }
        }
        return found + catalogue.unique.compactMap(obstacle) + catalogue.foreignKeys.compactMap(obstacle) + catalogue.triggers.compactMap(obstacle)
    }

    private func obstacle(_ unique: Catalogue.Unique) -> Obstacle? {
        guard let column = column(of: unique.table), !unique.columns.contains(column) else { return nil }
        return Obstacle(what: "\(unique.table): \(unique.name)", why: "\(unique.kind) (\(unique.columns.joined(separator: ","))) without \(column)")
    }

    private func obstacle(_ key: Catalogue.ForeignKey) -> Obstacle? {
        let what = "\(key.table): \(key.name)"
        guard isSpread(key.other) else { return nil }
        guard isSpread(key.table) else { return Obstacle(what: what, why: "foreign key from a table on every node to \(key.other), which is spread") }
        if let own = column(of: key.table), let theirs = column(of: key.other), key.pairs.contains(.init(own: own, theirs: theirs)) { return nil }
        let pairs = key.pairs.map { "\($0.own)=\($0.theirs)" }.joined(separator: ",")
        return Obstacle(what: what, why: "foreign key to \(key.other) (\(pairs)) without the columns that both are spread by")
    }

    private func obstacle(_ trigger: Catalogue.Trigger) -> Obstacle? {
        isSpread(trigger.table) ? Obstacle(what: "\(trigger.table): \(trigger.name)", why: "trigger on a table that is spread") : nil
    }
}
