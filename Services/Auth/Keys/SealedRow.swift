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
}
