import Foundation

/// What a thread has had of the machine since it began.
struct ThreadUse: Equatable, Sendable {
    var processor: Duration
    /// How often it let go of the processor because it had nothing to do.
    var waits: Int

    /// Of each thread of a process (proc(5)); empty when there is no such process.
    static func all(of process: pid_t) -> [Int: ThreadUse] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        var uses: [Int: ThreadUse] = [:]
        for thread in threads.compactMap({ Int($0) }) { uses[thread] = of("/proc/\(process)/task/\(thread)") }
        return uses
    }

    private static func of(_ directory: String) -> ThreadUse? {
        guard let stat = try? String(contentsOfFile: directory + "/stat", encoding: .utf8), let end = stat.lastIndex(of: ")"),
            let status = try? String(contentsOfFile: directory + "/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("voluntary_ctxt_switches:") }),
            let waits = line.split(whereSeparator: \.isWhitespace).last.flatMap({ Int($0) })
        else { return nil }
        // The name, in parentheses, may hold spaces; the fields after it do not. Fields 14 and 15 are user's and system's clock ticks.
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
        return ThreadUse(processor: .seconds(user + system) / sysconf(Int32(_SC_CLK_TCK)), waits: waits)
    }
}
