/// Reads the part of YAML 1.2 that a careful person writes: block mappings and sequences, one-line flow collections, plain and
/// quoted scalars on one line, block scalars (`|`, `>`), comments. Whatever else YAML has (anchors, tags, several documents,
/// scalars over many lines, tabs, a key twice) is an error with its line, never a guess.
struct YAMLReader {
    struct Fault: Error, Equatable, CustomStringConvertible {
        let line: Int
        let message: String
        var description: String { "line \(line): \(message)" }
    }

    /// The lines, without the newline. `- ` before a nested block is blanked out as the block is entered.
    private var lines: [[Character]]
    private var position = 0

    static func read(_ text: String) throws -> Document {
        var reader = YAMLReader(lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init))
        reader.skipEmptyLines()
        guard !reader.isAtEnd else { return .null }
        let document = try reader.block(indent: reader.indent)
        reader.skipEmptyLines()
        guard reader.isAtEnd else { throw reader.fault("this line is indented less, or otherwise, than the block that it is in") }
        return document
    }

    private init(lines: [[Character]]) { self.lines = lines }

    private var isAtEnd: Bool { position >= lines.count }
    private var indent: Int { lines[position].prefix { $0 == " " }.count }
    private var content: [Character] { Array(lines[position].drop { $0 == " " }) }
    private func fault(_ message: String) -> Fault { Fault(line: position + 1, message: message) }

    private mutating func skipEmptyLines() {
        while !isAtEnd {
            guard let first = content.first else { position += 1; continue }
            guard first == "#" else { return }
            position += 1
        }
    }

    // MARK: Blocks

    private var startsItem: Bool { content == ["-"] || content.starts(with: "- ") }

    private mutating func block(indent: Int) throws -> Document {
        if content.starts(with: "---") || content.starts(with: "%") { throw fault("only one document, without directives") }
        if startsItem { return try sequence(indent: indent) }
        if try key() != nil { return try mapping(indent: indent) }
        return try value(content, parentIndent: indent - 1)
    }

    private mutating func sequence(indent: Int) throws -> Document {
        var items: [Document] = []
        while !isAtEnd, self.indent == indent, startsItem {
            lines[position][indent] = " "
            if content.isEmpty || content.first == "#" {
                position += 1
                skipEmptyLines()
                if isAtEnd || self.indent <= indent { items.append(.null) } else { items.append(try block(indent: self.indent)) }
            } else {
                items.append(try block(indent: self.indent))
            }
            skipEmptyLines()
        }
        try refuseOddIndent(indent)
        return .list(items)
    }

    private mutating func mapping(indent: Int) throws -> Document {
        var fields: [Document.Field] = []
        var names: Set<String> = []
        while !isAtEnd, self.indent == indent, !startsItem {
            guard let (name, rest) = try key() else { throw fault("expected `key: value`") }
            guard names.insert(name).inserted else { throw fault("the key \(name) is here twice") }
            fields.append(Document.Field(name: name, value: try fieldValue(rest, indent: indent)))
            skipEmptyLines()
        }
        try refuseOddIndent(indent)
        return .fields(fields)
    }

    private mutating func fieldValue(_ rest: [Character], indent: Int) throws -> Document {
        guard rest.isEmpty || rest.first == "#" else { return try value(rest, parentIndent: indent) }
        position += 1
        skipEmptyLines()
        if isAtEnd { return .null }
        // A sequence may stand at its key's own indent.
        if self.indent > indent || (self.indent == indent && startsItem) { return try block(indent: self.indent) }
        return .null
    }

    private func refuseOddIndent(_ indent: Int) throws {
        if !isAtEnd, self.indent > indent { throw fault("indented more than the lines that it belongs to (a scalar over many lines needs `|` or `>`)") }
    }

    /// The key of the current line and what follows its colon; nil when the line is no `key: value`.
    private func key() throws -> (name: String, rest: [Character])? {
        let line = content
        if line.first == "\t" { throw fault("a tab; indent with spaces") }
        if let quote = line.first, quote == "\"" || quote == "'" {
            var scanner = YAMLScanner(line, line: position + 1)
            let name = try scanner.quoted()
            let rest = scanner.rest
            guard rest.first == ":", rest.count == 1 || rest[1] == " " else { return nil }
            return (name, Array(rest.dropFirst().drop { $0 == " " }))
        }
        if let first = line.first, "[{".contains(first) { return nil }
        for (index, character) in line.enumerated() {
            if character == "#", index > 0, line[index - 1] == " " { return nil }
            guard character == ":", index + 1 == line.count || line[index + 1] == " " else { continue }
            if let first = line.first, "&*!?@`|>%".contains(first) { throw fault("a key cannot begin with \(first)") }
            return (String(line[..<index]), Array(line[(index + 1)...].drop { $0 == " " }))
        }
        return nil
    }

    // MARK: Values

    /// A value that begins on this line; moves past it.
    private mutating func value(_ text: [Character], parentIndent: Int) throws -> Document {
        if text.first == "|" || text.first == ">" { return try blockScalar(text, parentIndent: parentIndent) }
        var scanner = YAMLScanner(text, line: position + 1)
        let value = try scanner.wholeValue()
        position += 1
        return value
    }

    private mutating func blockScalar(_ header: [Character], parentIndent: Int) throws -> Document {
        let isFolded = header[0] == ">"
        let chomping = header.count > 1 ? header[1] : " "
        guard header.count <= 2, " -+".contains(chomping), chomping != "+" else {
            throw fault("a block scalar begins with |, |-, > or >- and nothing after it")
        }
        position += 1
        var texts: [String] = []
        var blockIndent: Int?
        while !isAtEnd {
            let isBlank = content.isEmpty
            if !isBlank, self.indent <= parentIndent { break }
            if !isBlank, blockIndent == nil { blockIndent = self.indent }
            if !isBlank, let blockIndent, self.indent < blockIndent { throw fault("indented less than the text that it belongs to") }
            texts.append(isBlank ? "" : String(lines[position].dropFirst(blockIndent ?? 0)))
            position += 1
        }
        while texts.last == "" { texts.removeLast() }
        let text = isFolded ? folded(texts) : texts.joined(separator: "\n")
        return .text(chomping == "-" || text.isEmpty ? text : text + "\n")
    }

    /// Lines become one, an empty line a newline; a line that is indented more keeps its own.
    private func folded(_ texts: [String]) -> String {
        var result = texts.first ?? ""
        var pendingNewlines = 0
        var previous = texts.first ?? ""
        for text in texts.dropFirst() {
            if text.isEmpty { pendingNewlines += 1; continue }
            let isIndented = text.hasPrefix(" ") || previous.hasPrefix(" ")
            if isIndented { pendingNewlines += 1 }
            result += pendingNewlines == 0 ? " " : String(repeating: "\n", count: pendingNewlines)
            result += text
            previous = text
            pendingNewlines = 0
        }
        return result
    }
}
