import CareModels
import Foundation

/// The id of an AuditEvent that the platform wrote: the log's row, and which of those in it.
struct NotedID: Equatable, Sendable, CustomStringConvertible {
    var row: UUID
    var index: Int

    init(row: UUID, index: Int) {
        self.row = row
        self.index = index
    }

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let row = UUID(uuidString: String(parts[0])), let index = Int(parts[1]), index >= 0 else { return nil }
        self.init(row: row, index: index)
    }

    var description: String { "\(row.uuidString.lowercased()).\(index)" }
}
