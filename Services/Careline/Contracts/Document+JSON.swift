import Foundation
import JSON

extension Document {
    /// JSON, indented by two spaces, with the fields in their order and a final newline.
    var json: String {
        var text = ""
        writeJSON(to: &text, indent: "")
        return text + "\n"
    }

    private func writeJSON(to text: inout String, indent: String) {
        let inner = indent + "  "
        switch self {
        case .null: text += "null"
        case .flag(let flag): text += flag ? "true" : "false"
        case .integer(let number): text += String(number)
        case .decimal(let number): text += "\(number)"
        case .text(let string): text += Self.quoted(string)
        case .list(let items) where items.isEmpty: text += "[]"
        case .list(let items):
            text += "[\n"
            for (index, item) in items.enumerated() {
                text += inner
                item.writeJSON(to: &text, indent: inner)
                text += index == items.count - 1 ? "\n" : ",\n"
            }
            text += indent + "]"
        case .fields(let fields) where fields.isEmpty: text += "{}"
        case .fields(let fields):
            text += "{\n"
            for (index, field) in fields.enumerated() {
                text += inner + Self.quoted(field.name) + ": "
                field.value.writeJSON(to: &text, indent: inner)
                text += index == fields.count - 1 ? "\n" : ",\n"
            }
            text += indent + "}"
        }
    }

    /// A JSON string, which is also a YAML double-quoted scalar.
    static func quoted(_ string: String) -> String { String(decoding: JSONWriter.quoted(string), as: UTF8.self) }

    /// Reads JSON. A mapping's fields come in alphabetical order, since Foundation does not keep theirs.
    init(json data: Data) throws {
        self = try JSONDecoder().decode(DecodedDocument.self, from: data).document
    }
}

private struct DecodedDocument: Decodable {
    let document: Document

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            document = .null
        } else if let flag = try? container.decode(Bool.self) {
            document = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            document = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            document = .decimal(number)
        } else if let text = try? container.decode(String.self) {
            document = .text(text)
        } else if let items = try? container.decode([DecodedDocument].self) {
            document = .list(items.map(\.document))
        } else {
            let fields = try container.decode([String: DecodedDocument].self)
            let sorted = fields.sorted { $0.key < $1.key }
            document = .fields(sorted.map { Document.Field(name: $0.key, value: $0.value.document) })
        }
    }
}
