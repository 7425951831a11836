import Foundation
import Synchronization

/// A shell's command with pipes to and from it. What blocks does so on queues of its own.
final class ChildProcess: Sendable {
    struct Ended: Error {}

    // @unchecked: each is used on one queue alone, but for what ends the process, which takes the lock.
    private struct Parts: @unchecked Sendable {
        let process = Process()
        let input = Pipe()
        let output = Pipe()
    }

    private let parts = Parts()
    private let writing = DispatchQueue(label: "child.write")
    private let reading = DispatchQueue(label: "child.read")
    private let isEnded = Mutex(false)

    init(_ command: String, environment: [String: String]) throws {
        parts.process.executableURL = URL(fileURLWithPath: "/bin/sh")
        parts.process.arguments = ["-c", command]
        parts.process.environment = environment
        parts.process.currentDirectoryURL = URL(fileURLWithPath: "/")
        parts.process.standardInput = parts.input
        parts.process.standardOutput = parts.output
        parts.process.standardError = FileHandle.nullDevice
        do { try parts.process.run() } catch { throw Thumbnailer.Failed() }
    }

    func write(_ bytes: [UInt8]) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            writing.async { [parts] in
                do {
                    try parts.input.fileHandleForWriting.write(contentsOf: Data(bytes))
                    continuation.resume()
                } catch {
                    continuation.resume(throwing: Ended())
                }
            }
        }
    }

    func closeInput() async {
        await withCheckedContinuation { continuation in
            writing.async { [parts] in
                try? parts.input.fileHandleForWriting.close()
                continuation.resume()
            }
        }
    }

    /// All that it writes; nil when that is more than `most`, which ends it.
    func output(most: Int) async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            reading.async { [self] in
                var bytes: [UInt8] = []
                while let piece = try? parts.output.fileHandleForReading.read(upToCount: 64 << 10), !piece.isEmpty {
                    bytes.append(contentsOf: piece)
                    if bytes.count > most {
                        end()
                        return continuation.resume(returning: nil)
                    }
                }
                continuation.resume(returning: bytes)
            }
        }
    }

    /// Once its output has ended.
    var isSuccess: Bool {
        get async {
            await withCheckedContinuation { continuation in
                reading.async { [self] in
                    parts.process.waitUntilExit()
                    isEnded.withLock { $0 = true }
                    continuation.resume(returning: parts.process.terminationReason == .exit && parts.process.terminationStatus == 0)
                }
            }
        }
    }

    func end() {
        isEnded.withLock { isEnded in
            if !isEnded, parts.process.isRunning { kill(parts.process.processIdentifier, SIGKILL) }
        }
    }
}
