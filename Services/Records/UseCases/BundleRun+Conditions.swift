import CareModels
import Postgres

/// Entries that are for what a search finds.
extension BundleRun {
    /// What the entry's condition finds.
    func condition(_ index: Int, _ tx: Transaction) async throws -> RecordVersion? {
        if let found = found[index] { return found.version }
        let entry = try entry(index)
        guard let query = entry.condition else { return nil }
        return try await find(query, for: entry, tx)
    }

    /// Without what it holds, unless that is the answer: each of many conditions may find the longest resource there is.
    private func find(_ query: String, for entry: BundleEntry, _ tx: Transaction) async throws -> RecordVersion? {
        let isAnswered = writer.budget.keepsBodies && entry.ifNoneExist != nil
        if isAnswered { try writer.budget.check(.gathered) }
        guard var version = try await match(query, entry.type, tx) else { return nil }
        if isAnswered, let body = version.body { try writer.budget.gather(body) } else { version.body = nil }
        return version
    }

    /// Of the record that an entry is for.
    func id(_ entry: BundleEntry, _ index: Int, _ tx: Transaction) async throws -> String {
        if let id = entry.id { return id }
        guard let found = try await condition(index, tx) else { throw Refusal.noSuch(.resource) }
        return found.id
    }

    func match(_ query: String, _ type: String, _ tx: Transaction) async throws -> RecordVersion? {
        let type = try process.release.known(type)
        _ = try process.permissions.reach(.search, type)
        return try await writer.match(try process.condition(type, query), by: process.find, tx)
    }

    /// All conditions of a transaction, before anything of it is done.
    mutating func resolve(_ indexes: [Int], _ tx: Transaction) async throws {
        var creations: [String: Int] = [:]
        for index in indexes {
            let entry = try entry(index)
            guard let query = entry.condition else { continue }
            try Task.checkCancellation()
            if entry.ifNoneExist != nil {
                let search = "\(entry.type)?\(query)"
                if let first = creations[search] {
                    sameCreation[index] = first
                    found[index] = found[first]
                    continue
                }
                creations[search] = index
            }
            do {
                found[index] = Found(version: try await find(query, for: entry, tx))
            } catch let refusal as any EntryRefusal {
                throw TransactionRefused(entry: index, refusal: refusal)
            }
        }
    }
}
