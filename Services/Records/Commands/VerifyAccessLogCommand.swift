import ArgumentParser
import CareModels
import CareService
import Foundation
import Postgres
import Sealing

/// `records-service verify-access-log`
struct VerifyAccessLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-access-log", abstract: "Check that nothing of who used whose record was changed, taken out or put in.",
        discussion: """
            Each person's rows are a chain; where each ends now is written to --heads, one PERSON:PLACE:HASH:INSTANT a line. Kept where whoever can write to \
            this database cannot, and given with --known the next time, it also shows whether a chain was cut off or written anew. So does NUMBER:HASH, which \
            the service says in its log each day (`known`), with --known-list, for two weeks.

            No key is needed to check the chains. With CARE_MASTER_KEY the receipts of those who had their record destroyed are checked too. How long rows \
            are kept is read from CARE_RECORDS_ACCESS_RETENTION, which has to be that of the service. Both are written to --heads as well \
            (retention:SECONDSs:INSTANT, receipt-key:THUMBPRINT:INSTANT): with --known, rows may be gone that were old enough by what held then, and receipts \
            count whose master key was taken out of service since.
            """)

    @Option(help: "A file of heads of a time before, which the chains have to go through.") var known: String?
    @Option(help: "NUMBER:HASH, as the service has said it in its log. Repeat for more.") var knownList: [String] = []
    @Option(help: "The file to write where the chains end now.") var heads: String?

    func run() async throws {
        let known = try known.map(Self.read) ?? KnownLog()
        let lists = try knownList.map { text in
            guard let mark = AccessList.Mark(text) else { throw ValidationError("--known-list takes NUMBER:HASH, as the log has it, not \(text)") }
            return mark
        }
        let (report, lines) = try await OperatorDatabase.withPool(named: "care_records", size: 1) { pool, environment in
            let retention = RecordsSettings.retentionOfAccesses(&environment)
            let signer = MasterKeys.ifGiven(&environment).map { ReceiptSigner(masters: $0) }
            try environment.done()
            let verify = VerifyAccesses(
                known: Dictionary(grouping: known.heads, by: \.owner), lists: lists, retention: retention, retentions: known.retentions,
                receiptKeys: known.receiptKeys, signer: signer, now: Date())
            return try await Self.report(of: verify, pool: pool)
        }
        if let heads { try (lines.joined(separator: "\n") + "\n").write(toFile: heads, atomically: true, encoding: .utf8) }
        print(Self.said(report))
    }

    private static func read(_ path: String) throws -> KnownLog {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").reduce(into: KnownLog()) { known, line in
            guard known.add(line) else { throw ValidationError("\(path): a line is not PERSON:PLACE:HASH:INSTANT, as --heads writes it") }
        }
    }

    /// What the command does, and what it writes to --heads; tests call it too.
    static func report(of verify: VerifyAccesses, pool: PostgresPool) async throws -> (VerifyAccesses.Report, [String]) {
        do {
            return try await pool.transaction(.repeatableRead) { tx in
                var lines: [String] = []
                let report = try await verify(tx) { head in lines.append(head.description) }
                return (report, lines + verify.kept.notes)
            }
        } catch let fault as AccessChain.Fault {
            throw ValidationError(said(fault))
        }
    }

    static func said(_ report: VerifyAccesses.Report) -> String {
        let whole = "the access log is whole: \(report.rows) rows of \(report.persons) persons, of whom \(report.erased) were erased; its heads are\n\(report.digest)"
        let unproved = [
            "\(report.unproved) of the known heads have no time, and their rows are not kept any more: whether these were old enough to go cannot be said"
        ]
        return ([whole] + report.gone.map(said) + (report.unproved > 0 ? unproved : [])).joined(separator: "\n")
    }

    /// Not that it is right, which this database alone cannot say.
    private static func said(_ gone: VerifyAccesses.Gone) -> String {
        let at = RFC3339.format(gone.at)
        return switch gone.cause {
        case .erased: "person \(gone.owner) was erased at \(at): compare with `careline audit export --user \(gone.owner)`"
        case .destroyed(let receipt): "what there was of person \(gone.owner) was destroyed at their wish at \(at): receipt \(receipt)"
        }
    }

    static func said(_ fault: AccessChain.Fault) -> String {
        switch fault {
        case .missing(let owner, let place): "the access log is not whole: of person \(owner) the row at place \(place) is missing"
        case .altered(let owner, let place): "the access log is not whole: of person \(owner) the row at place \(place), or where the chain ends, is not what was written"
        case .beyond(let owner, let place): "the access log is not whole: of person \(owner) there is a row at place \(place), outside of the chain"
        case .headless(let owner): "the access log is not whole: of person \(owner) there are rows, and nothing says where they end"
        case .unknownHead(let owner, let place): "this is not the log of before: of person \(owner) place \(place) has another hash, or none any more"
        case .cut(let owner, let place):
            "this is not the log of before: of person \(owner) the row at place \(place) is gone, though it is younger than CARE_RECORDS_ACCESS_RETENTION"
        case .unerased(let owner): "the access log is not whole: it says that person \(owner) was erased, and their key was not destroyed"
        case .unsignedReceipt(let owner, let receipt):
            "this is not the log of before: rows of person \(owner) are gone, and no key of CARE_MASTER_KEY, nor one that --known names, has signed receipt \(receipt) of their destruction"
        case .noList(let number):
            "list \(number) is not there: lists are kept for \(Int(ListAccessHeads.kept / 86_400)) days; one that is younger was taken away by somebody"
        case .alteredList(let number): "list \(number) is not the one whose hash was told"
        }
    }
}
