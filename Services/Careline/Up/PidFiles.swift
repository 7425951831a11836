import Foundation

/// Which process each child is, on disk: for operators and tests that want to end one, and for the next start, to find what a
/// killed platform left. A number alone may be another's by now, so the process's start time is kept beside it.
struct PidFiles: Sendable {
    let directory: String

    func write(_ name: String, pid: pid_t) {
        guard let started = Self.startTime(of: pid) else { return }
        try? "\(pid)\n\(started)\n".write(toFile: path(name), atomically: true, encoding: .utf8)
    }

    func remove(_ name: String) { try? FileManager.default.removeItem(atPath: path(name)) }

    /// Children of an earlier platform that still run.
    func survivors() -> [(name: String, pid: pid_t)] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return files.sorted().compactMap { file in
            guard file.hasSuffix(".pid"), let text = try? String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8) else { return nil }
            let lines = text.split(separator: "\n")
            let name = String(file.dropLast(4))
            guard lines.count == 2, let pid = pid_t(lines[0]), Self.startTime(of: pid) == String(lines[1]) else {
                remove(name)
                return nil
            }
            return (name, pid)
        }
    }

    /// Asks them to end, waits, and kills who stays.
    func endSurvivors() async {
        let found = survivors()
        guard !found.isEmpty else { return }
        Terminal.say("ending what an earlier platform left: " + found.map { "\($0.name) (process \($0.pid))" }.joined(separator: ", "))
        for survivor in found { kill(survivor.pid, SIGTERM) }
        for attempt in 0..<200 where !survivors().isEmpty {
            if attempt == 100 { for survivor in survivors() { kill(survivor.pid, SIGKILL) } }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    private func path(_ name: String) -> String { "\(directory)/\(name).pid" }

    /// Clock ticks since the machine's start (proc(5), field 22), as text; nil for no process, or one that is only waiting to be reaped.
    private static func startTime(of pid: pid_t) -> String? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8), let end = text.lastIndex(of: ")") else { return nil }
        // The name, in parentheses, may hold spaces; the fields after it do not.
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 19, fields[0] != "Z" else { return nil }
        return String(fields[19])
    }
}
