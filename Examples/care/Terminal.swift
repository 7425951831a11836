import ArgumentParser
import Foundation
import Synchronization

enum ExitStatus {
    static let failed = ExitCode(1)
}

/// Why there is nothing to do, in a sentence for the person.
struct Nothing: Error {
    let words: String

    init(_ words: String) { self.words = words }
}

/// What a person types and reads, line by line.
enum Terminal {
    /// Each line that is typed, until its end; read on a thread of its own, since reading waits.
    static func lines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }

    /// One line, written at once, whoever reads: a chat goes on while it is piped.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data((Wording.line(line) + "\n").utf8)) }

    /// Why it goes no further, or what was lost.
    static func complain(_ words: String) { FileHandle.standardError.write(Data("care: \(Wording.line(words))\n".utf8)) }

    /// Of a file that the person has named.
    static func contents(of path: String) throws -> Data {
        do { return try Data(contentsOf: URL(fileURLWithPath: path)) } catch { throw Nothing("\(path) cannot be read.") }
    }

    /// Numbered from 1, one below the other.
    static func list(_ lines: [String]) {
        let width = String(lines.count).count
        for (index, line) in lines.enumerated() {
            let number = String(index + 1)
            say("  \(String(repeating: " ", count: width - number.count))\(number)  \(line)")
        }
    }

    /// The number of one of so many, from 1; nil when nothing was chosen.
    static func choice(of count: Int, _ question: String) -> Int? {
        FileHandle.standardOutput.write(Data("\(question) [1-\(count)] ".utf8))
        guard let line = readLine(), let number = Int(line.trimmingCharacters(in: .whitespaces)), (1...count).contains(number) else { return nil }
        return number - 1
    }
}
