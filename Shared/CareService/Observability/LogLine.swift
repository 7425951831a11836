import CareModels
import Foundation

/// Renders one line: time, level, service, message, the fields, then traceId and spanId.
enum LogLine {
    static func format(
        _ level: Log.Level, _ message: String, _ fields: [(key: String, value: String)], trace: TraceContext?, service: String, at instant: Date
    ) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(256)
        line.append(contentsOf: "{\"time\":\"".utf8)
        line.append(contentsOf: RFC3339.format(instant).utf8)
        line.append(contentsOf: "\",\"level\":\"".utf8)
        line.append(contentsOf: level.name.utf8)
        line.append(UInt8(ascii: "\""))
        if !service.isEmpty { append("service", service, to: &line) }
        append("message", message, to: &line)
        for (key, value) in fields { append(key, value, to: &line) }
        if let trace {
            append("traceId", trace.traceID, to: &line)
            append("spanId", trace.spanID, to: &line)
        }
        line.append(contentsOf: "}\n".utf8)
        return line
    }

    private static func append(_ key: String, _ value: String, to line: inout [UInt8]) {
        line.append(contentsOf: ",".utf8)
        appendString(key, to: &line)
        line.append(UInt8(ascii: ":"))
        appendString(value, to: &line)
    }

    private static func appendString(_ text: String, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        defer { line.append(UInt8(ascii: "\"")) }
        // Nearly always nothing has to be escaped.
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            line.append(contentsOf: text.utf8)
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                line.append(UInt8(ascii: "\\"))
                line.append(byte)
            case 0x0A: line.append(contentsOf: "\\n".utf8)
            case 0..<0x20, 0x7F:
                line.append(contentsOf: "\\u00".utf8)
                line.append(hexDigits[Int(byte >> 4)])
                line.append(hexDigits[Int(byte & 0xF)])
            default: line.append(byte)
            }
        }
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)
}
