import Foundation

/// A short command that is waited for: a migration, a set-up script.
enum Errand {
    /// What it wrote, when it ended well; else an `ErrandFailure` with the last lines. Its log begins anew each time.
    @discardableResult
    static func run(_ launch: Launch, within limit: Duration) async throws -> String {
        _ = FileManager.default.createFile(atPath: launch.log, contents: nil, attributes: [.posixPermissions: 0o600])
        let (ends, end) = AsyncStream.makeStream(of: Exit.self, bufferingPolicy: .bufferingNewest(1))
        let child: Child
        do {
            child = try await Child.start(launch) { exit in
                end.yield(exit)
                end.finish()
            }
        } catch {
            throw ErrandFailure(launch: launch, reason: "could not be started: \(error)")
        }
        let timer = Task {
            try await Task.sleep(for: limit)
            child.kill()
        }
        defer { timer.cancel() }
        let exit = await withTaskCancellationHandler {
            // Not cut short by the cancellation itself: the child is killed by it, and its end comes at once.
            await Task { await ends.first { _ in true } }.value
        } onCancel: {
            child.kill()
        }
        try Task.checkCancellation()
        guard exit == .code(0) else {
            throw ErrandFailure(launch: launch, reason: exit.map { "\($0)" } ?? "was lost")
        }
        return LogFile(path: launch.log).text(last: 64 << 10)
    }
}

/// A command that failed, with the end of what it said.
struct ErrandFailure: Error, CustomStringConvertible {
    var launch: Launch
    var reason: String

    var description: String {
        let command = ([launch.executable] + launch.arguments).joined(separator: " ")
        return "\(command) \(reason)\n" + LogFile(path: launch.log).lastLines(12)
    }
}
