/// Comma-separated values as RFC 4180 describes them, and as programs write them: quoted fields with commas, quotes and line breaks inside,
/// CRLF or LF, with or without a byte order mark and a last line break. Columns are found by the header's names.
struct CSVReader {
    struct Record {
        /// Of the file, from 1, where the record begins.
        var line: Int
        /// By the header's names in lower case.
        var fields: [String: String]
        /// How many fields there are: fewer or more than the header names is a fault of the row.
        var count: Int
    }

    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    let header: [String]
    private(set) var records: [Record] = []

    init(_ bytes: [UInt8]) throws {
        var body = bytes[...]
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { body = body.dropFirst(3) }
        guard String(validating: body, as: UTF8.self) != nil else { throw Fault(description: "the file is not in UTF-8; convert it: iconv -f latin1 -t utf-8") }
        var rows = try Self.rows(body)
        guard let first = rows.first else { throw Fault(description: "the file is empty") }
        rows.removeFirst()
        header = first.fields.map { $0.trimmingSpaces.lowercased() }
        guard Set(header).count == header.count else { throw Fault(description: "two columns have one name") }
        for row in rows where row.fields != [""] {
            let named = Dictionary(zip(header, row.fields), uniquingKeysWith: { first, _ in first })
            records.append(Record(line: row.line, fields: named, count: row.fields.count))
        }
    }

    private static func rows(_ bytes: ArraySlice<UInt8>) throws -> [(line: Int, fields: [String])] {
        var rows: [(line: Int, fields: [String])] = []
        var fields: [String] = []
        var field: [UInt8] = []
        var line = 1
        var begin = 1
        var isQuoted = false
        var wasQuoted = false
        func text() -> String { String(decoding: field, as: UTF8.self) }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    field.append(byte)
                } else if index < bytes.endIndex, bytes[index] == UInt8(ascii: "\"") {
                    field.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\"") where field.isEmpty && !wasQuoted:
                isQuoted = true
                wasQuoted = true
            case UInt8(ascii: ","):
                fields.append(text())
                (field, wasQuoted) = ([], false)
            case UInt8(ascii: "\r") where index < bytes.endIndex && bytes[index] == UInt8(ascii: "\n"): continue
            case UInt8(ascii: "\n"):
                fields.append(text())
                rows.append((begin, fields))
                (fields, field, wasQuoted, begin) = ([], [], false, line)
            default: field.append(byte)
            }
        }
        guard !isQuoted else { throw Fault(description: "line \(begin): a quote is opened and never closed") }
        if !field.isEmpty || !fields.isEmpty || wasQuoted {
            fields.append(text())
            rows.append((begin, fields))
        }
        return rows
    }
}

extension StringProtocol {
    var trimmingSpaces: String { String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }
}
