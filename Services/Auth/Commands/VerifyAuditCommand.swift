import ArgumentParser
import CareModels
import CareService
import Foundation
import Postgres
import Sealing

/// `auth-service verify-audit`
struct VerifyAuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-audit", abstract: "Check that no row of the audit was changed, taken out or put in since it was sealed.",
        discussion: """
            Says where the chain ends now, as PLACE:HASH:INSTANT. Kept where whoever can write to this database cannot, and given with --known the next time, \
            it also shows whether the whole database was set back. CARE_MASTER_KEY and CARE_AUDIT_RETENTION are those of the service.
            """)

    @Option(help: "PLACE:HASH:INSTANT of a time before, which the chain has to go through. Repeat for more.") var known: [String] = []

    func run() async throws {
        let links = try known.map { text in
            guard let link = AuditChain.Known(text) else { throw ValidationError("--known takes PLACE:HASH:INSTANT, as this command said it, not \(text)") }
            return link
        }
        let report = try await OperatorCommand.withPool { pool, environment in
            let masters = MasterKeys(&environment)
            let retention = AuthSettings.retentionOfAudit(&environment)
            try environment.done()
            return try await Self.report(of: VerifyAudit(masters: masters, known: links, retention: retention, now: Date()), pool: pool)
        }
        print(Self.said(report))
    }

    private static func report(of verify: VerifyAudit, pool: PostgresPool) async throws -> VerifyAudit.Report {
        do {
            return try await pool.transaction(.repeatableRead) { tx in try await verify(tx) }
        } catch let fault as AuditChain.Fault {
            throw ValidationError(said(fault))
        }
    }

    private static func said(_ report: VerifyAudit.Report) -> String {
        let (start, head) = (report.ends.start.place, report.ends.head.place)
        let waiting = report.waitingSince.map { "\n\(report.waiting) more are not sealed yet, the oldest since \(RFC3339.format($0))." } ?? ""
        let unproved =
            report.unproved > 0 ? "\n\(report.unproved) of the known places have no time, and are purged: whether they were old enough cannot be said." : ""
        let end = AuditChain.Known(link: report.ends.head, at: report.headAt)
        return "the audit is whole: \(head - start) rows, from place \(start + 1) on, end at\n\(end)\(waiting)\(unproved)"
    }

    static func said(_ fault: AuditChain.Fault) -> String {
        switch fault {
        case .missing(let place): "the audit is not whole: the row at place \(place) is missing"
        case .altered(let place): "the audit is not whole: the row at place \(place), or one put before it, is not what was sealed"
        case .noEnds: "the audit is not whole: there are sealed rows, but audit_chain, which says where they begin and end, is empty"
        case .forgedEnds: "the audit's ends (audit_chain) were not sealed by this service, or under a master key that CARE_MASTER_KEY does not hold"
        case .wrongHead: "the audit is not whole: its rows do not end where audit_chain says"
        case .unknownLink(let place): "this is not the chain of before: place \(place) has another hash, or none any more"
        case .cut(let place): "this is not the chain of before: the row at place \(place) is gone, though it is younger than CARE_AUDIT_RETENTION"
        }
    }
}
