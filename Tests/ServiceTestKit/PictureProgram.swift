import CareService
import Foundation
import HTTP

/// A program in the place of the one that makes pictures smaller: it says which size it was asked for, counts, and waits while it is held.
package struct PictureProgram: Sendable {
    private let folder: URL
    private var calls: URL { folder.appendingPathComponent("calls") }
    private var held: URL { folder.appendingPathComponent("held") }
    private var swollen: URL { folder.appendingPathComponent("swollen") }
    private var program: URL { folder.appendingPathComponent("program") }

    /// It is there until `body` returns.
    package static func run(_ body: (PictureProgram) async throws -> Void) async throws {
        let program = try PictureProgram()
        defer { try? FileManager.default.removeItem(at: program.folder) }
        try await body(program)
    }

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("pictures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: calls, withIntermediateDirectories: true)
        // It may write no file, but make folders.
        let script = """
            #!/bin/sh
            cat >/dev/null
            mkdir "\(calls.path)/$$"
            while [ -e "\(held.path)" ]; do sleep 0.05; done
            printf 'at most %s' "$3"
            [ ! -e "\(swollen.path)" ] || head -c 200000 /dev/zero
            """
        try Data(script.utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    }

    package var thumbnailer: Thumbnailer { Thumbnailer(program: program.path) }

    /// It spends no more of a person's time than that.
    package func sparing(_ seconds: RateLimiter) -> Thumbnailer { Thumbnailer(program: program.path, seconds: seconds) }

    /// What it makes of any picture.
    package func made(_ pixels: Int) -> [UInt8] { Array("at most \(pixels)x\(pixels)>".utf8) }

    /// So many pictures were begun.
    package var count: Int { get throws { try FileManager.default.contentsOfDirectory(atPath: calls.path).count } }

    /// From now on what it makes has 200,000 bytes more.
    package func swell() throws { try Data().write(to: swollen) }

    package func hold() throws { try Data().write(to: held) }
    package func letGo() throws { try FileManager.default.removeItem(at: held) }
}
