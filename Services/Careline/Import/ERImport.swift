/// Reads the rows, sends the good ones in batches, and counts what became of each.
struct ERImport: Sendable {
    let batch: Int
    let directory: DirectoryClient

    /// `progress` hears of the report after every batch.
    func run(_ records: [CSVReader.Record], progress: (ImportReport) -> Void) async throws -> ImportReport {
        var report = ImportReport()
        var rows: [ERRow] = []
        var lineByID: [String: Int] = [:]
        for record in records {
            do throws(ERRow.Refusal) {
                let row = try ERRow(record)
                if let earlier = lineByID[row.item.sourceId] { throw ERRow.Refusal(field: "id", message: "was line \(earlier)'s already") }
                lineByID[row.item.sourceId] = row.line
                rows.append(row)
            } catch {
                report.count("refused")
                report.add(
                    ImportReport.Line(
                        line: record.line, id: record.fields["id"] ?? "", outcome: "refused", field: error.field, message: error.message))
            }
        }
        progress(report)
        for start in stride(from: 0, to: rows.count, by: batch) {
            let part = Array(rows[start..<min(start + batch, rows.count)])
            let results = try await directory.send(part.map(\.item))
            for (row, result) in zip(part, results) { Self.note(row, result, &report) }
            progress(report)
        }
        return report
    }

    private static func note(_ row: ERRow, _ result: DirectoryClient.Result, _ report: inout ImportReport) {
        report.count(result.outcome)
        func line(_ outcome: String, _ field: String, _ message: String) -> ImportReport.Line {
            ImportReport.Line(line: row.line, id: row.item.sourceId, outcome: outcome, field: field, message: message)
        }
        if result.outcome == "removed" { report.add(line("removed", "id", "a scheduler took it out of the directory; it stays out")) }
        for field in result.fields ?? [] { report.add(line("refused", field.field, field.message(in: .english))) }
        if result.outcome != "refused" { for remark in row.remarks { report.add(line("remark", remark.field, remark.message)) } }
    }
}
