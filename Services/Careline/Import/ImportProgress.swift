import Foundation

/// How far an import is, on one line of the terminal that is written anew; in a log, a line now and then.
struct ImportProgress {
    private static let shown = 10

    let total: Int
    let isDryRun: Bool
    private let isTerminal = isatty(1) == 1
    private let began = ContinuousClock.now
    private var lastLogged = 0

    init(total: Int, isDryRun: Bool) {
        self.total = total
        self.isDryRun = isDryRun
    }

    mutating func show(_ report: ImportReport) {
        if isTerminal {
            write("\r\u{1B}[K  … \(ImportReport.grouped(report.total)) of \(ImportReport.grouped(total)), \(report.summary)")
        } else if report.total - lastLogged >= 1000 {
            lastLogged = report.total
            write("  \(ImportReport.grouped(report.total)) of \(ImportReport.grouped(total))\n")
        }
    }

    func end(_ report: ImportReport) {
        let clear = isTerminal ? "\r\u{1B}[K" : ""
        let word = isDryRun ? "would be: " : ""
        write("\(clear)  ✓ \(word)\(report.summary), in \(Terminal.seconds(ContinuousClock.now - began))\n")
        let refused = report.lines.filter { $0.outcome != "remark" }
        for line in refused.prefix(Self.shown) { write("    line \(line.line), \(line.id): \(line.field) \(line.message)\n") }
        if refused.count > Self.shown { write("    … and \(ImportReport.grouped(refused.count - Self.shown)) more; --report FILE lists all\n") }
        let remarks = report.lines.count - refused.count
        if remarks > 0 {
            let fields = remarks == 1 ? "1 field was" : "\(ImportReport.grouped(remarks)) fields were"
            write("    \(fields) left out as malformed; --report FILE lists all\n")
        }
    }

    private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
