import Foundation
import Testing

@testable import Telemetry

struct LogTests {
    @Test func writesOneJSONObjectALine() throws {
        let trace = TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
        let line = LogLine.format(
            .warning, "said \"no\"\n\u{1}\\", [("key", "é\t")], trace: trace, service: "auth-service", at: Date(timeIntervalSince1970: 1_772_980_200))
        #expect(
            String(decoding: line, as: UTF8.self)
                == #"{"time":"2026-03-08T14:30:00Z","level":"warning","service":"auth-service","message":"said \"no\"\n\u0001\\","key":"é\t","traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331"}"#
                + "\n")
        #expect(try JSONDecoder().decode([String: String].self, from: Data(line))["message"] == "said \"no\"\n\u{1}\\")
    }

    @Test(.timeLimit(.minutes(3))) func dropsAndCountsWhatNobodyTakes() async {
        let pipe = Pipe()
        let writer = LogWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor, most: 300_000)
        let line = Array((String(repeating: "x", count: 999) + "\n").utf8)
        // More than the pipe and the bound hold together, while nobody reads.
        for _ in 0..<1000 { writer.write(line) }
        let text = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var text = ""
                while !text.hasSuffix("}\n") {
                    let piece = pipe.fileHandleForReading.availableData
                    if piece.isEmpty { break }
                    text += String(decoding: piece, as: UTF8.self)
                }
                continuation.resume(returning: text)
            }
        }
        let lines = text.split(separator: "\n")
        let whole = lines.count { $0.count == 999 }
        let dropped = lines.last.flatMap { $0.firstMatch(of: /"count":"(\d+)"/) }.flatMap { Int($0.1) }
        #expect(dropped.map { $0 + whole } == 1000)
    }
}
