import CareModels
import Foundation
import JSON

/// Renders one line: time, level, service, message, the fields, then traceId and spanId.
enum LogLine {
    static func format(
        _ level: Log.Level, _ message: String, _ fields: [(key: String, value: String)], trace: TraceContext?, service: String, at instant: Date
    ) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(256)
        line.append(contentsOf: "{\"time\":\"".utf8)
        RFC3339.append(instant, to: &line)
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
        JSONText.append(key, to: &line)
        line.append(UInt8(ascii: ":"))
        JSONText.append(value, to: &line)
    }
}
