import Foundation
import Testing

@testable import CareService

@Suite struct ThumbnailerTests {
    /// A child that says what it may, in place of a picture.
    private static func said() async throws -> [Substring] {
        let program = "/bin/sh -c 'cat >/dev/null; cat /proc/loadavg /proc/self/status /proc/self/limits; nice' sh"
        let picture = try await Thumbnailer(program: program).make(200) { write in try await write([1, 2, 3]) }
        return String(decoding: picture, as: UTF8.self).split(separator: "\n")
    }

    @Test func aChildHasLittleOfEverything() async throws {
        let lines = try await Self.said()
        func limit(_ name: String) -> Int? {
            lines.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
        }
        #expect(limit("Max address space") == 512 << 20)
        #expect(limit("Max cpu time") == 15)
        #expect(limit("Max file size") == 0)
        #expect(limit("Max core file size") == 0)
        #expect(limit("Max open files") == 32)
        // Nothing that it starts may more than it.
        #expect(limit("NoNewPrivs:") == 1)
        // Whatever else there is to do comes first.
        #expect(lines.last == "19")
        // Those of the whole machine, so that it can begin at all, and a few more; as many others may have begun meanwhile.
        let tasks = try #require(lines.first?.split(separator: "/").last?.split(separator: " ").first.flatMap { Int($0) })
        #expect(try #require(limit("Max processes")) <= tasks + 1064)
    }
}
