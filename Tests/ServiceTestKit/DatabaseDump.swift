import Foundation
import TestKit
import Testing

/// What a copy of a database tells.
package enum DatabaseDump {
    /// pg_dump's words; hexadecimal bytes are taken apart too, so that nothing hides there.
    package static func text(_ url: String) async throws -> String {
        let text = try await Task.detached { try output(of: "pg_dump --inserts '\(url)'") }.value
        var decoded = text
        for match in text.matches(of: /\\x([0-9a-f]{8,})/) {
            var bytes: [UInt8] = []
            var digits = match.1.makeIterator()
            while let high = digits.next(), let low = digits.next(), let byte = UInt8("\(high)\(low)", radix: 16) { bytes.append(byte) }
            decoded += "\n" + String(decoding: bytes, as: UTF8.self)
        }
        return decoded
    }

    /// Of a command of the shell, which finds PostgreSQL's programs.
    package static func output(of command: String) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "PATH=$PATH:$(ls -d /usr/lib/postgresql/*/bin | tail -1); \(command)"]
        process.standardOutput = output
        try process.begin()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }
}
