import CareModels
import Foundation

/// Rows in COPY's text format, which lets the server convert to the column's type (PostgreSQL manual, COPY, "Text Format").
enum CopyText {
    static func encode(_ rows: [[PostgresValue?]], columns: Int) throws -> [UInt8] {
        var data: [UInt8] = []
        for row in rows {
            guard row.count == columns else { throw PostgresEncodingError(reason: "a row of COPY has \(row.count) values for \(columns) columns") }
            for (index, value) in row.enumerated() {
                if index > 0 { data.append(UInt8(ascii: "\t")) }
                guard let value else {
                    data.append(contentsOf: "\\N".utf8)
                    continue
                }
                try value.check()
                escape(value.text, into: &data)
            }
            data.append(UInt8(ascii: "\n"))
        }
        return data
    }

    private static func escape(_ text: String, into data: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): data.append(contentsOf: "\\\\".utf8)
            case UInt8(ascii: "\t"): data.append(contentsOf: "\\t".utf8)
            case UInt8(ascii: "\n"): data.append(contentsOf: "\\n".utf8)
            case UInt8(ascii: "\r"): data.append(contentsOf: "\\r".utf8)
            default: data.append(byte)
            }
        }
    }
}

extension PostgresValue {
    /// What the type's input function reads.
    fileprivate var text: String {
        switch storage {
        case .int2(let value): String(value)
        case .int4(let value): String(value)
        case .int8(let value): type == PostgresType.timestamptz ? PostgresTimestamp.text(value) : String(value)
        case .float8(let value): PostgresValue.text(value)
        case .bool(let value): value ? "t" : "f"
        case .uuid(let value): value.uuidString
        case .text(let value): value
        case .bytes(let value): PostgresValue.hexadecimal(value)
        case .json(let value): String(decoding: value, as: UTF8.self)
        case .array(let elements): "{" + elements.map { PostgresValue.quoted($0.text) }.joined(separator: ",") + "}"
        case .unrepresentable: ""  // `check` has refused it
        }
    }

    private static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        return String(value)
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String { "\\x" + Hexadecimal.encode(bytes) }

    /// An element of an array literal.
    private static func quoted(_ element: String) -> String {
        "\"" + element.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension Link {
    func copy(into table: String, columns: [String], rows: [[PostgresValue?]]) async throws -> Int {
        let data = try CopyText.encode(rows, columns: columns.count)
        let names = columns.map(\.quotedIdentifier).joined(separator: ", ")
        let results = try await copy("COPY \(table.quotedQualifiedName) (\(names)) FROM STDIN", data: data)
        return results.last?.affected ?? 0
    }
}
