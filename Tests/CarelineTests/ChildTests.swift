import Foundation
import Testing

@testable import Careline

@Suite struct ChildTests {
    private func launch(_ script: String, in directory: String, orphan: String? = nil) -> Launch {
        Launch(
            executable: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin", "GREETING": "hello"], directory: directory,
            log: directory + "/log", signalWhenOrphaned: orphan)
    }

    private func end(of launch: Launch, _ meanwhile: (Child) async throws -> Void = { _ in }) async throws -> Exit {
        let (ends, end) = AsyncStream.makeStream(of: Exit.self)
        let child = try await Child.start(launch) { end.yield($0) }
        try await meanwhile(child)
        for await exit in ends { return exit }
        return .notStarted("its end was never told")
    }

    @Test func tellsHowItEnded() async throws {
        try await withScratch { directory in
            let good = try await end(of: launch("exit 0", in: directory))
            #expect(good == .code(0))
            let bad = try await end(of: launch("exit 7", in: directory))
            #expect(bad == .code(7))
            let crashed = try await end(of: launch("kill -SEGV $$", in: directory))
            #expect(crashed == .signal(SIGSEGV))
        }
    }

    @Test func writesToItsLogWithItsEnvironmentAndDirectory() async throws {
        try await withScratch { directory in
            _ = try await end(of: launch("echo $GREETING from $(pwd); echo to the same file >&2", in: directory))
            let text = LogFile(path: directory + "/log").text(last: 1000)
            #expect(text.hasPrefix("hello from "))
            #expect(text.contains(directory))
            #expect(text.hasSuffix("to the same file\n"))
        }
    }

    @Test func inheritsNoDescriptorOfOurs() async throws {
        try await withScratch { directory in
            let secret = open(directory + "/secret", O_CREAT | O_RDWR, 0o600)  // without O_CLOEXEC, on purpose
            defer { close(secret) }
            #expect(secret > 2)
            _ = try await end(of: launch("ls /proc/$$/fd", in: directory))
            let descriptors = LogFile(path: directory + "/log").text(last: 1000).split(separator: "\n").compactMap { Int($0) }
            #expect(descriptors.allSatisfy { $0 <= 2 }, "\(descriptors)")
        }
    }

    @Test func aMissingProgramIsAnError() async throws {
        try await withScratch { directory in
            var missing = launch("", in: directory)
            missing.executable = "/no/such/program"
            let failure = await failure(of: SpawnError.self) { _ = try await Child.start(missing) { _ in } }
            #expect(failure?.code == ENOENT)
        }
    }

    @Test func whatItStartedEndsWithIt() async throws {
        try await withScratch { directory in
            _ = try await end(of: launch("sleep 300 & echo $!; exit 0", in: directory))
            let grandchild = try #require(pid_t(LogFile(path: directory + "/log").text(last: 100).split(separator: "\n").first ?? ""))
            let ended = try await eventually { !isAlive(grandchild) }
            #expect(ended)
        }
    }

    @Test func aSignalAfterTheEndIsSentToNobody() async throws {
        try await withScratch { directory in
            let (ends, end) = AsyncStream.makeStream(of: Exit.self)
            let child = try await Child.start(launch("exit 0", in: directory)) { end.yield($0) }
            for await _ in ends { break }
            // The number may belong to another process by now: nothing may be sent (and nothing can fail).
            child.signal(SIGTERM)
            child.kill()
            #expect(!isAlive(child.pid))
        }
    }

    @Test func anErrandGivesItsOutputOrSaysWhy() async throws {
        try await withScratch { directory in
            let output = try await Errand.run(launch("echo done", in: directory), within: .seconds(10))
            #expect(output == "done\n")
            let failure = await failure(of: ErrandFailure.self) { try await Errand.run(launch("echo no room; exit 3", in: directory), within: .seconds(10)) }
            #expect(failure?.description.contains("ended with status 3") == true)
            #expect(failure?.description.contains("no room") == true)
        }
    }

    @Test func whatAuthSaysStaysInNoFile() async throws {
        try await withScratch { directory in
            let said = try await AuthErrand.said(by: launch("echo hush", in: directory), within: .seconds(10))
            #expect(said == "hush\n" && !FileManager.default.fileExists(atPath: directory + "/log"))
            let failure = await failure(of: Failure.self) {
                _ = try await AuthErrand.said(by: launch("echo Error: no such client; exit 1", in: directory), within: .seconds(10))
            }
            #expect(failure.map { "\($0)".contains("no such client") } == true && !FileManager.default.fileExists(atPath: directory + "/log"))
        }
    }

    /// A name that was given before such names were refused, or without us.
    @Test func namesInLinesDoNothingToTheTerminal() {
        let said = "1  ada  patient  Ada\u{202E}\u{1B}[2J  ada@example.org\n2  \(String(repeating: "b", count: 600))  مريم\n"
        let shown = "1  ada  patient  Ada\u{FFFD}\u{FFFD}[2J  ada@example.org\n2  \(String(repeating: "b", count: 600))  مريم\n"
        #expect(AuthErrand.shown(said) == shown)
    }

    @Test func anErrandThatTakesTooLongIsKilled() async throws {
        try await withScratch { directory in
            let failure = await failure(of: ErrandFailure.self) { try await Errand.run(launch("sleep 300", in: directory), within: .milliseconds(200)) }
            #expect(failure?.reason == Exit.signal(SIGKILL).description)
        }
    }
}
