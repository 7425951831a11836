import ArgumentParser
import CareModels
import CareService
import Foundation
import Postgres

/// `records-service verify-access-log`
struct VerifyAccessLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-access-log", abstract: "Check that nothing of who used whose record was changed, taken out or put in.",
        discussion: """
            No key is needed. Each person's rows are a chain; where each ends now is written to --heads, one PERSON:PLACE:HASH a line. Kept where whoever can \
            write to this database cannot, and given with --known the next time, it also shows whether a chain was cut off or written anew.
            """)

    @Option(help: "A file of heads of a time before, which the chains have to go through.") var known: String?
    @Option(help: "The file to write where the chains end now.") var heads: String?

    func run() async throws {
        let known = try known.map(Self.read) ?? []
        let (report, lines) = try await OperatorDatabase.withPool(named: "care_records", size: 1) { pool, _ in try await Self.verify(known: known, pool: pool) }
        if let heads { try (lines.joined(separator: "\n") + "\n").write(toFile: heads, atomically: true, encoding: .utf8) }
        print("the access log is whole: \(report.rows) rows of \(report.persons) persons, of whom \(report.erased) were erased; its heads are\n\(report.digest)")
    }

    private static func read(_ path: String) throws -> [AccessChain.Head] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            guard let head = AccessChain.Head(line) else { throw ValidationError("\(path): a line is not PERSON:PLACE:HASH, as --heads writes it") }
            return head
        }
    }

    /// What the command does; tests call it too.
    static func verify(known: [AccessChain.Head], pool: PostgresPool) async throws -> (VerifyAccesses.Report, [String]) {
        let verify = VerifyAccesses(known: Dictionary(grouping: known, by: \.owner))
        do {
            return try await pool.transaction(.repeatableRead) { tx in
                var lines: [String] = []
                let report = try await verify(tx) { head in if !head.isErased { lines.append(head.description) } }
                return (report, lines)
            }
        } catch let fault as AccessChain.Fault {
            throw ValidationError(said(fault))
        }
    }

    static func said(_ fault: AccessChain.Fault) -> String {
        switch fault {
        case .missing(let owner, let place): "the access log is not whole: of person \(owner) the row at place \(place) is missing"
        case .altered(let owner, let place): "the access log is not whole: of person \(owner) the row at place \(place), or where the chain ends, is not what was written"
        case .beyond(let owner, let place): "the access log is not whole: of person \(owner) there is a row at place \(place), outside of the chain"
        case .headless(let owner): "the access log is not whole: of person \(owner) there are rows, and nothing says where they end"
        case .unknownHead(let owner, let place): "this is not the log of before: of person \(owner) place \(place) has another hash, or none any more"
        }
    }
}
