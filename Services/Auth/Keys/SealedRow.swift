import Foundation
import Sealing

/// A row whose content a master key seals.
protocol SealedRow: Sendable {
    /// Throws `CannotOpen`.
    func opened(_ masters: MasterKeys) throws -> Data
    mutating func seal(_ content: Data, with master: MasterKey) throws
}

extension MasterKeys {
    /// Seals each anew under the current key, and saves it. One that cannot be opened is left as it is and counted as `what`.
    func reseal<Row: SealedRow>(_ rows: [Row], _ what: String, save: (Row) async throws -> Void) async throws {
        for var row in rows {
            guard let content = try? row.opened(self) else {
                ResealMetrics.failures(what).add()
                continue
            }
            try row.seal(content, with: current)
            try await save(row)
        }
    }
    /// The same for a batch of `most`, which `read` locks, of what earlier keys seal. The row to go on after; nil when there are no more.
    func resealBatch<Row: SealedRow & Identifiable>(
        of most: Int, _ what: String, read: (_ earlier: [String]) async throws -> [Row], save: (Row) async throws -> Void
    ) async throws -> Row.ID? {
        guard !earlier.isEmpty else { return nil }
        let rows = try await read(earlier.map(\.id))
        try await reseal(rows, what, save: save)
        return rows.count == most ? rows.last?.id : nil
    }
}
