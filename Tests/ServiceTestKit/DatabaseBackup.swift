import Foundation
import Testing

/// A copy of a test's database by PostgreSQL's own programs, made and restored as an operator does it (docs/operators.md#backup-and-restore).
package struct DatabaseBackup: Sendable {
    /// Where `DatabaseDump.output` looks for them.
    package static let canBeRestored: Bool = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (path + versions.map { "\(root)/\($0)/bin" }).contains { FileManager.default.isExecutableFile(atPath: $0 + "/pg_restore") }
    }()
    package static let reason: Comment = "pg_restore is not installed: apt-get install postgresql-client"

    private let file: String
    private let isOfTable: Bool

    /// All of it as it is now, or what one of its tables holds.
    package init(of url: String, table: String? = nil) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).dump").path
        let part = table.map { "--data-only --table=\($0) " } ?? ""
        _ = try await Task.detached { try DatabaseDump.output(of: "pg_dump --format=custom \(part)--file='\(file)' '\(url)'") }.value
        self.file = file
        isOfTable = table != nil
    }

    /// Into a database that is empty; of a table, into one where that table is.
    package func restore(into url: String) async throws {
        let command = "pg_restore --single-transaction --exit-on-error --no-owner --no-privileges \(isOfTable ? "--data-only " : "")--dbname='\(url)' '\(file)'"
        _ = try await Task.detached { try DatabaseDump.output(of: command) }.value
    }

    package func remove() { try? FileManager.default.removeItem(atPath: file) }
}
