import Foundation

/// What the operator reads. One writer at a time is the kernel's business: each text goes out in one write.
enum Terminal {
    static func say(_ text: String) { write("  \(text)\n") }

    static func heading(_ text: String) { write("\(text)\n") }

    static func warn(_ text: String) { FileHandle.standardError.write(Data("  ! \(text)\n".utf8)) }

    /// What a stranger wrote, as it may be shown: one line, no longer than so many characters of Unicode, and nothing in it that a terminal obeys or turns around.
    static func shown(_ text: String, most: Int = 200) -> String {
        let scalars = text.unicodeScalars
        let shown = scalars.prefix(most).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            default: scalar
            }
        }
        let isWhole = scalars.dropFirst(most).isEmpty
        return String(String.UnicodeScalarView(shown)) + (isWhole ? "" : "…")
    }

    static func seconds(_ duration: Duration) -> String {
        let tenths = duration / .milliseconds(100)
        return "\((tenths).rounded() / 10) s"
    }

    /// Runs a step and says how long it took, with the remark that it returns.
    static func step(_ name: String, _ body: () async throws -> String) async throws {
        try await step(name) { ((), try await body()) }
    }

    static func step<Value>(_ name: String, _ body: () async throws -> (Value, String)) async throws -> Value {
        let clock = ContinuousClock()
        let began = clock.now
        let clear = isatty(1) == 1 ? "\r\u{1B}[K" : ""
        if !clear.isEmpty { write("  … \(name)") }
        do {
            let (value, remark) = try await body()
            let took = seconds(clock.now - began)
            let padded = name.padding(toLength: max(14, name.count), withPad: " ", startingAt: 0)
            let time = String(repeating: " ", count: max(0, 8 - took.count)) + took
            write("\(clear)  ✓ \(padded)\(time)   \(remark)\n")
            return value
        } catch {
            write(clear)
            throw error
        }
    }

    private static func write(_ text: String) {
        // What `print` keeps back for a pipe comes before it.
        fflush(nil)
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
