/// Reads a value that stands on one line: a plain or quoted scalar, or a flow collection.
struct YAMLScanner {
    private let text: [Character]
    private let line: Int
    private var position = 0

    init(_ text: [Character], line: Int) {
        self.text = text
        self.line = line
    }

    /// What was not read yet.
    var rest: [Character] { Array(text[position...]) }

    private func fault(_ message: String) -> YAMLReader.Fault { YAMLReader.Fault(line: line, message: message) }

    /// The value, which nothing but a comment may follow.
    mutating func wholeValue() throws -> Document {
        let value = try self.value(inFlow: false)
        skipSpaces()
        if position < text.count, text[position] != "#" { throw fault("unexpected \(String(text[position...])) after the value") }
        return value
    }

    private mutating func value(inFlow: Bool) throws -> Document {
        skipSpaces()
        guard position < text.count else { throw fault("a value is missing") }
        switch text[position] {
        case "\"", "'": return .text(try quoted())
        case "[": return try flowList()
        case "{": return try flowFields()
        case let first where "&*!@`%|>".contains(first): throw fault("\(first) (an anchor, alias, tag or reserved sign) is not read here; quote the text")
        default: return Self.resolve(plain(inFlow: inFlow))
        }
    }

    private mutating func plain(inFlow: Bool) -> String {
        let start = position
        while position < text.count {
            let character = text[position]
            if character == "#", position > start, text[position - 1] == " " { break }
            if inFlow, ",[]{}".contains(character) { break }
            if inFlow, character == ":", position + 1 == text.count || text[position + 1] == " " { break }
            position += 1
        }
        var end = position
        while end > start, text[end - 1] == " " { end -= 1 }
        return String(text[start..<end])
    }

    /// The core schema of YAML 1.2.
    static func resolve(_ text: String) -> Document {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .flag(true)
        case "false", "False", "FALSE": return .flag(false)
        default: break
        }
        if text.wholeMatch(of: /[-+]?[0-9]+/) != nil, let number = Int(text) { return .integer(number) }
        if text.wholeMatch(of: /[-+]?[0-9]+\.[0-9]+([eE][-+]?[0-9]+)?/) != nil, let number = Double(text) { return .decimal(number) }
        return .text(text)
    }

    mutating func quoted() throws -> String {
        let quote = text[position]
        position += 1
        var result = ""
        while position < text.count {
            let character = text[position]
            position += 1
            if character == quote {
                guard quote == "'", position < text.count, text[position] == "'" else { return result }
                position += 1
                result.append("'")
            } else if character == "\\", quote == "\"" {
                result.append(try escape())
            } else {
                result.append(character)
            }
        }
        throw fault("the quoted text does not end on its line")
    }

    private mutating func escape() throws -> Character {
        guard position < text.count else { throw fault("the quoted text does not end on its line") }
        let sign = text[position]
        position += 1
        switch sign {
        case "\"", "\\", "/": return sign
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "0": return "\0"
        case "u":
            let digits = String(text[position...].prefix(4))
            guard digits.count == 4, let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
                throw fault("\\u needs four hexadecimal digits of a character")
            }
            position += 4
            return Character(scalar)
        default: throw fault("the escape \\\(sign) is not read here")
        }
    }

    private mutating func flowList() throws -> Document {
        position += 1
        var items: [Document] = []
        while try !closes("]", isFirst: items.isEmpty) { items.append(try value(inFlow: true)) }
        return .list(items)
    }

    private mutating func flowFields() throws -> Document {
        position += 1
        var fields: [Document.Field] = []
        while try !closes("}", isFirst: fields.isEmpty) {
            skipSpaces()
            guard position < text.count else { throw fault("the flow mapping does not end on its line") }
            let name = "\"'".contains(text[position]) ? try quoted() : plain(inFlow: true)
            skipSpaces()
            guard position < text.count, text[position] == ":" else { throw fault("expected `key: value` in { }") }
            position += 1
            guard !fields.contains(where: { $0.name == name }) else { throw fault("the key \(name) is here twice") }
            fields.append(Document.Field(name: name, value: try value(inFlow: true)))
        }
        return .fields(fields)
    }

    /// Takes the closing sign, or the comma before a further item.
    private mutating func closes(_ sign: Character, isFirst: Bool) throws -> Bool {
        skipSpaces()
        guard position < text.count else { throw fault("the flow collection does not end on its line") }
        if text[position] == sign {
            position += 1
            return true
        }
        if isFirst { return false }
        guard text[position] == "," else { throw fault("expected , or \(sign)") }
        position += 1
        return false
    }

    private mutating func skipSpaces() {
        while position < text.count, text[position] == " " { position += 1 }
    }
}
