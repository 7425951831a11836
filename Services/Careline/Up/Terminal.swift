import Foundation

/// What the operator reads. One writer at a time is the kernel's business: each text goes out in one write.
enum Terminal {
    static func say(_ text: String) { FileHandle.standardOutput.write(Data("  \(text)\n".utf8)) }

    static func heading(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

    static func warn(_ text: String) { FileHandle.standardError.write(Data("  ! \(text)\n".utf8)) }

    static func seconds(_ duration: Duration) -> String {
        let tenths = duration / .milliseconds(100)
        return "\((tenths).rounded() / 10) s"
    }

    /// Runs a step and says how long it took; the body may return a remark.
    static func step(_ name: String, _ body: () async throws -> String?) async throws {
        let clock = ContinuousClock()
        let began = clock.now
        let onTerminal = isatty(1) == 1
        if onTerminal { FileHandle.standardOutput.write(Data("  … \(name)".utf8)) }
        do {
            let remark = try await body()
            let took = seconds(clock.now - began)
            let padded = name.padding(toLength: max(24, name.count), withPad: " ", startingAt: 0)
            let time = String(repeating: " ", count: max(0, 8 - took.count)) + took
            FileHandle.standardOutput.write(Data("\(onTerminal ? "\r\u{1B}[K" : "")  ✓ \(padded)\(time)   \(remark ?? "")\n".utf8))
        } catch {
            if onTerminal { FileHandle.standardOutput.write(Data("\r\u{1B}[K".utf8)) }
            throw error
        }
    }
}
