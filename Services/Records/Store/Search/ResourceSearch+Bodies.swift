import FHIR
import JSON

/// What the index decides, and what resources have to be opened for.
extension ResourceSearch {
    /// Bodies asked for in one statement; it ends behind `VersionPage.mostBytes` anyhow.
    private static let rows = 200

    /// Those of which all conditions of their type hold, newest first, until `body` says that it is enough: it may be asked a few more times.
    func each(
        _ conditions: [String: [SearchCondition]], _ isInReach: (IndexedRecord, inout Int) -> Bool, _ body: (IndexedRecord) throws -> Bool
    ) async throws {
        let asked = conditions.mapValues { $0.compactMap(\.ofBody) }
        let indexed = conditions.mapValues { $0.compactMap(\.ofIndex) }
        let opensNone = asked.values.allSatisfy(\.isEmpty)
        var candidates: [IndexedRecord] = []
        var isEnough = false
        try await source.each(indexed) { record, effort in
            guard let wanted = indexed[record.type] else { return }
            guard try source.budget.holds(wanted, of: record, &effort) else { return }
            guard isInReach(record, &effort) else { return }
            if opensNone { isEnough = try !body(record) } else { candidates.append(record) }
        } behind: {
            if isEnough { return false }
            // They are no more in memory than the rows are that were read together.
            let some = candidates
            candidates.removeAll(keepingCapacity: true)
            return try await open(some, asked, body)
        }
    }

    /// One piece after the other, so that no more of them are in memory than of a page. False when it is enough.
    private func open(_ candidates: [IndexedRecord], _ asked: [String: [BodyCondition]], _ body: (IndexedRecord) throws -> Bool) async throws -> Bool {
        var rest = candidates[...]
        while !rest.isEmpty {
            try Task.checkCancellation()
            let piece = rest.prefix(Self.rows)
            let versions = try await source.runner.bodies(piece.map { ($0.id, $0.version) }, of: source.opening.key.person, source.opening.key)
            let opened = Dictionary(versions.map { ($0.record.id, $0) }, uniquingKeysWith: { first, _ in first })
            // What is no more there is no more looked for.
            let last = versions.last.flatMap { last in piece.firstIndex { $0.id == last.record.id } } ?? piece.endIndex - 1
            for record in piece[...last] {
                guard let version = opened[record.id] else { continue }
                if try holds(asked[record.type] ?? [], of: version), try !body(record) { return false }
            }
            rest = rest[(last + 1)...]
        }
        return true
    }

    private func holds(_ asked: [BodyCondition], of version: RecordVersion) throws -> Bool {
        guard let bytes = version.body else { return false }
        try Task.checkCancellation()
        try source.budget.charge(.opened, (bytes.count + Budget.body) * max(1, asked.count))
        // Who may not read it must not learn by whether it is found.
        guard isShown(version) else { return false }
        let resource = try JSONDocument(bytes, limits: .resource).root
        return asked.allSatisfy { $0.holds(of: resource) }
    }
}
