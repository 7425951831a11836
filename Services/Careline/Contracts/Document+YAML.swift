extension Document {
    /// YAML 1.2 in block style, with the fields in their order. Any YAML reader gives the same document.
    var yaml: String {
        var lines: [String] = []
        writeYAML(to: &lines, indent: 0)
        return lines.joined(separator: "\n") + "\n"
    }

    private func writeYAML(to lines: inout [String], indent: Int) {
        let margin = String(repeating: " ", count: indent)
        switch self {
        case .fields(let fields) where !fields.isEmpty:
            for field in fields {
                let key = margin + Self.yamlScalar(field.name) + ":"
                if let inline = field.value.yamlInline {
                    lines.append(key + " " + inline)
                } else {
                    lines.append(key)
                    field.value.writeYAML(to: &lines, indent: indent + 2)
                }
            }
        case .list(let items) where !items.isEmpty:
            for item in items {
                if let inline = item.yamlInline {
                    lines.append(margin + "- " + inline)
                } else {
                    // The first line of the item shares the line of its dash.
                    var inner: [String] = []
                    item.writeYAML(to: &inner, indent: indent + 2)
                    inner[0] = margin + "- " + inner[0].dropFirst(indent + 2)
                    lines += inner
                }
            }
        default:
            lines.append(margin + (yamlInline ?? ""))
        }
    }

    /// The value on the line of its key, or nil when it needs lines of its own.
    private var yamlInline: String? {
        switch self {
        case .null: "null"
        case .flag(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .decimal(let number): "\(number)"
        case .text(let string): Self.yamlScalar(string)
        case .list(let items): items.isEmpty ? "[]" : nil
        case .fields(let fields): fields.isEmpty ? "{}" : nil
        }
    }

    /// Plain where no reader can take it for anything but this text, else double-quoted.
    private static func yamlScalar(_ string: String) -> String {
        guard let first = string.unicodeScalars.first, string.last != " " else { return quoted(string) }
        let isLetter = ("a"..."z").contains(first) || ("A"..."Z").contains(first) || first == "/" || first == "$"
        let isPlain = string.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F }
        guard isLetter, isPlain, !string.contains(": "), !string.contains(" #"), !string.hasSuffix(":") else { return quoted(string) }
        // YAML 1.1 readers take these words for booleans and null.
        let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        return words.contains(string.lowercased()) ? quoted(string) : string
    }
}
