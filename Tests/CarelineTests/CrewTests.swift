import Foundation
import Testing

@testable import Careline

@Suite struct CrewTests {
    /// Ready once its shell has written the file.
    /// `trap`: what the shell does on TERM; set before it says that it is ready.
    private func member(
        _ name: String, _ script: String, trap: String? = nil, in directory: String, stage: Crew.Stage = .services, policy: Supervisor.Policy = Supervisor.Policy(),
        watch: StallDetector.Policy? = nil
    ) -> Crew.Member {
        let ready = "\(directory)/\(name).ready"
        let set = trap.map { "trap '\($0)' TERM; " } ?? ""
        let launch = Launch(
            executable: "/bin/sh", arguments: ["-c", "\(set)echo start >> \(directory)/\(name).starts; touch \(ready); \(script)"],
            environment: ["PATH": "/usr/bin:/bin"],
            directory: directory, log: "\(directory)/\(name).log", signalWhenOrphaned: "TERM")
        return Crew.Member(name: name, stage: stage, launch: launch, readiness: .file(ready), policy: policy, watch: watch)
    }

    private func crew(_ directory: String) -> Crew { Crew(pidFiles: PidFiles(directory: directory)) }

    private func starts(_ name: String, _ directory: String) -> Int {
        LogFile(path: "\(directory)/\(name).starts").text(last: 10_000).split(separator: "\n").count
    }

    @Test func aKilledChildIsStartedAgain() async throws {
        try await withScratch { directory in
            let crew = crew(directory)
            try await crew.start([member("one", "exec sleep 300", in: directory)])
            let first = try #require(await crew.pids()["one"])
            kill(pid_t(first), SIGKILL)
            let isBack = try await eventually { await crew.pids()["one"].map { $0 != first } ?? false }
            #expect(isBack)
            // Its process number is known before its shell has written a line.
            let hasStarted = try await eventually { starts("one", directory) == 2 }
            #expect(hasStarted)
            await crew.stop()
        }
    }

    @Test func aChildThatSpinsIsStartedAgain() async throws {
        try await withScratch { directory in
            let crew = crew(directory)
            let watch = StallDetector.Policy(every: .milliseconds(100), patience: .seconds(1), leastShare: 0.02)
            let once = "test -e \(directory)/spun || { touch \(directory)/spun; while :; do :; done; }; exec sleep 300"
            try await crew.start([
                member("spins", once, in: directory, watch: watch), member("works", "while :; do sleep 0.05; done", in: directory, watch: watch)
            ])
            let isBack = try await eventually { starts("spins", directory) == 2 }
            #expect(isBack)
            #expect(starts("works", directory) == 1)
            await crew.stop()
        }
    }

    @Test func aChildThatKeepsDyingIsGivenUpWithItsLastWords() async throws {
        try await withScratch { directory in
            let crew = crew(directory)
            let policy = Supervisor.Policy(mostDeaths: 3, firstWait: .milliseconds(1))
            let failure = await failure(of: CrewFailure.self) {
                try await crew.start([member("one", "rm \(directory)/one.ready; echo the disk is full; exit 3", in: directory, policy: policy)])
                for await text in crew.failures { throw CrewFailure(description: text) }
            }
            #expect(failure?.description.contains("one ended 3 times") == true)
            #expect(failure?.description.contains("the disk is full") == true)
            #expect(starts("one", directory) == 3)
            await crew.stop()
        }
    }

    @Test func stopsLaterStagesFirst() async throws {
        try await withScratch { directory in
            let crew = crew(directory)
            let wait = "while :; do sleep 0.02; done"
            func tell(_ name: String) -> String { "echo \(name) >> \(directory)/order; exit 0" }
            try await crew.start([member("database", wait, trap: tell("database"), in: directory, stage: .database)])
            try await crew.start([member("service", wait, trap: tell("service"), in: directory, stage: .services)])
            try await crew.start([member("gateway", wait, trap: tell("gateway"), in: directory, stage: .gateway)])
            await crew.stop()
            #expect(LogFile(path: directory + "/order").text(last: 1000) == "gateway\nservice\ndatabase\n")
        }
    }

    @Test func aChildThatIgnoresTheRequestIsKilled() async throws {
        try await withScratch { directory in
            let crew = crew(directory)
            let policy = Supervisor.Policy(grace: .milliseconds(100))
            try await crew.start([member("deaf", "while :; do sleep 0.02; done", trap: "", in: directory, policy: policy)])
            let pid = try #require(await crew.pids()["deaf"])
            await crew.stop()
            #expect(!isAlive(pid_t(pid)))
        }
    }

    @Test func leavesNoPidFileBehind() async throws {
        try await withScratch { directory in
            let files = PidFiles(directory: directory)
            let crew = Crew(pidFiles: files)
            try await crew.start([member("one", "exec sleep 300", in: directory)])
            #expect(files.survivors().map(\.name) == ["one"])
            await crew.stop()
            #expect(files.survivors().isEmpty)
        }
    }

    @Test func aPidFileOfAnotherProcessIsNotBelieved() async throws {
        try await withScratch { directory in
            // Our own number with a start time that is not ours: the number was given to another since.
            try "\(getpid())\n1\n".write(toFile: directory + "/old.pid", atomically: true, encoding: .utf8)
            let files = PidFiles(directory: directory)
            #expect(files.survivors().isEmpty)
            #expect(!FileManager.default.fileExists(atPath: directory + "/old.pid"))
        }
    }

    @Test func endsWhatAnEarlierPlatformLeft() async throws {
        try await withScratch { directory in
            let (ends, end) = AsyncStream.makeStream(of: Exit.self)
            let launch = Launch(executable: "/bin/sleep", arguments: ["300"], environment: [:], directory: directory, log: directory + "/log")
            let child = try await Child.start(launch) { end.yield($0) }
            let files = PidFiles(directory: directory)
            files.write("left", pid: child.pid)
            await files.endSurvivors()
            for await exit in ends {
                #expect(exit == .signal(SIGTERM))
                break
            }
        }
    }
}
