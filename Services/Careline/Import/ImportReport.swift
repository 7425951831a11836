import Foundation

/// What became of the rows, and why some were refused.
struct ImportReport: Sendable {
    struct Line: Equatable, Sendable {
        var line: Int
        var id: String
        /// `refused`, `removed` (a scheduler took it out of the directory), or `remark` for one that came in without a malformed field.
        var outcome: String
        var field: String
        var message: String
    }

    private(set) var counts: [String: Int] = [:]
    private(set) var lines: [Line] = []

    mutating func count(_ outcome: String) { counts[outcome, default: 0] += 1 }

    /// Its id and what it says of it are the list's own words, of whatever length.
    mutating func add(_ line: Line) {
        var line = line
        (line.id, line.message) = (Terminal.shown(line.id), Terminal.shown(line.message))
        lines.append(line)
    }

    static let outcomes = ["created", "updated", "unchanged", "removed", "refused"]

    var total: Int { Self.outcomes.map { counts[$0] ?? 0 }.reduce(0, +) }

    /// `5,668 rows: 5,660 created, 8 refused`
    var summary: String {
        let parts = Self.outcomes.compactMap { name in counts[name].map { "\(Self.grouped($0)) \(name)" } }
        return "\(Self.grouped(total)) rows: " + (parts.isEmpty ? "nothing to do" : parts.joined(separator: ", "))
    }

    /// As comma-separated values with a header.
    var csv: String {
        let sorted = lines.sorted { ($0.line, $0.field) < ($1.line, $1.field) }
        let rows = sorted.map { line in ["\(line.line)", line.id, line.outcome, line.field, line.message].map(Self.quoted).joined(separator: ",") }
        return (["line,id,outcome,field,message"] + rows).joined(separator: "\n") + "\n"
    }

    /// What a spreadsheet would take for a formula begins with an apostrophe, by which it is a text.
    private static func quoted(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@".contains($0) } == true && Double(text) == nil
        let text = isFormula ? "'" + text : text
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    static func grouped(_ number: Int) -> String {
        var digits = String(number)
        var index = digits.count - 3
        while index > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
            index -= 3
        }
        return digits
    }
}
