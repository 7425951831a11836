import ArgumentParser
import CareModels
import Foundation
import JSON
import Postgres

/// `auth-service export-audit --to audit.jsonl`
struct ExportAuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export-audit", abstract: "Write rows of the audit to a file, one JSON object a line, the earliest first.",
        discussion: "Rows appear some seconds after they were written, when they are sealed. Go on behind the last line with its place in --after.")

    @Option(help: "The file, which is written anew.") var to: String
    @Option(help: "About or by the person of this id.") var user: String?
    @Option(help: "Through this client.") var client: String?
    @Option(help: "Of this kind, such as login-failed.") var kind: String?
    @Option(help: "From this instant on (RFC 3339).") var since: String?
    @Option(help: "Before this instant.") var until: String?
    @Option(help: "Behind this place.") var after = 0
    @Option(help: "At most so many rows.") var limit = 1_000_000

    func run() async throws {
        let filter = AuditFilter(user: try person(), client: client, kind: kind, since: try instant(since, "--since"), until: try instant(until, "--until"))
        guard after >= 0 else { throw ValidationError("--after takes a place, 0 or more") }
        guard limit > 0 else { throw ValidationError("--limit takes a number above 0") }
        guard FileManager.default.createFile(atPath: to, contents: nil, attributes: [.posixPermissions: 0o600]), let file = FileHandle(forWritingAtPath: to)
        else { throw ValidationError("\(to) cannot be written") }
        defer { try? file.close() }
        let (count, last) = try await OperatorCommand.withPool { pool, _ in
            try await Self.export(filter, after: after, limit: limit, pool: pool) { try file.write(contentsOf: $0) }
        }
        print("wrote \(count) rows" + (count == limit ? "; there may be more: --after \(last)" : ""))
    }

    /// What the command does; tests call it too. How many there were, and the place of the last.
    static func export(
        _ filter: AuditFilter, after place: Int, limit: Int, batch: Int = 2000, pool: PostgresPool, write: (Data) async throws -> Void
    ) async throws -> (count: Int, last: Int) {
        var (count, last) = (0, place)
        while count < limit {
            let (wanted, reached) = (min(batch, limit - count), last)
            let lines = try await pool.withConnection { try await $0.auditLines(filter, after: reached, limit: wanted) }
            for line in lines { try await write(CareJSON.encode(AuditLineView(line)) + Data("\n".utf8)) }
            count += lines.count
            last = lines.last?.sealed.link.place ?? last
            if lines.count < wanted { break }
        }
        return (count, last)
    }

    private func person() throws -> UserID? {
        guard let user else { return nil }
        guard let id = UserID(user) else { throw ValidationError("--user takes the id of an account, such as 0198c5a1-…") }
        return id
    }

    private func instant(_ text: String?, _ option: String) throws -> Date? {
        guard let text else { return nil }
        guard let instant = RFC3339.parse(text) else { throw ValidationError("\(option) takes an instant such as 2026-03-08T14:30:00Z") }
        return instant
    }
}
