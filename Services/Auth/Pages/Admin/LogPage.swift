import CareModels
import HTTP

/// Rows of the audit, the latest first.
struct LogPage {
    /// What was asked for, as it was typed.
    var typed: [String: String]
    var lines: [AuditLine]
    var nextCursor: String?
    var faults: [Fault] = []

    static let fields = ["person", "app", "from", "to"]

    private var query: [FormEncoding.Pair] { Self.fields.map { (name: $0, value: typed[$0] ?? "") } }

    var page: Page {
        let list: HTML = lines.isEmpty ? "<p class=\"soft\">\(text: "Nothing.")</p>" : "<ul class=\"scopes\">\n\(lines.map(Self.item))</ul>"
        return Page(
            title: "What happened",
            content: """
                <h1>\(text: "What happened")</h1>
                <form method="get" action="\(AdminPage.log)">
                \(field("person", "Person", hint: "The id of an account"))\(field("app", "App", hint: "The id of an app"))\
                \(field("from", "From", type: "date", hint: "A day, in UTC"))\(field("to", "To", type: "date", hint: "A day, in UTC"))\
                <button type="submit" class="second">\(text: "Show")</button>
                </form>
                \(list)
                \(AdminPage.next(AdminPage.log, query, nextCursor))
                <p class="below"><a href="\(AdminPage.address(AdminPage.logExport, query))">\(text: "Save as a file")</a></p>
                \(AdminPage.wayBack)
                """,
            address: AdminPage.addresses(AdminPage.log, query))
    }

    private func field(_ name: String, _ label: Text, type: String = "text", hint: Text) -> HTML {
        let fault = faults.first { $0.field == name }?.message
        return Field(name: name, label: label, type: type, value: typed[name] ?? "", hint: hint, fault: fault, isOptional: true, most: 100).html
    }

    private static func item(_ line: AuditLine) -> HTML {
        let row = line.sealed.row
        let person: HTML? = row.userID.map { " <a href=\"\(AdminPage.people)/\($0.description)\">\($0.description)</a>" }
        let actor: HTML? = row.actorID.map { "<span class=\"scope-name\">\(text: "by") <a href=\"\(AdminPage.people)/\($0.description)\">\($0.description)</a></span>" }
        let words = [row.clientID, row.reason, row.occurrences > 1 ? "×\(row.occurrences)" : nil].compactMap { $0 }.joined(separator: " · ")
        return """
            <li>\(AdminPage.word(row.kind))\(person)<span class="scope-name">\(RFC3339.format(line.at)) \(words)</span>\(actor)</li>

            """
    }
}
