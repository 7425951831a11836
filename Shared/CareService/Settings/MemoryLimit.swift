import Foundation

/// How much memory the process may have: its container's limit (cgroup v2, else v1), its address space's, or the machine's.
package enum MemoryLimit {
    /// In bytes.
    package static func current() -> Int {
        let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
        let limits = files(groups).compactMap { path in (try? String(contentsOfFile: path, encoding: .utf8)).flatMap(parse) }
        let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        return ([machine] + limits + [addressSpace()].compactMap { $0 }).min() ?? machine
    }

    /// The files that may hold a limit, by what /proc/self/cgroup says: the process's own group and all above it. In a container its
    /// own group often looks like the root.
    static func files(_ groups: String) -> [String] {
        var files: [String] = []
        for line in groups.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let isUnified = parts[0] == "0" && parts[1].isEmpty
            guard isUnified || parts[1].split(separator: ",").contains("memory") else { continue }
            let (root, name) = isUnified ? ("/sys/fs/cgroup", "memory.max") : ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            var steps = parts[2].split(separator: "/")
            while true {
                files.append(([root] + steps.map(String.init) + [name]).joined(separator: "/"))
                if steps.isEmpty { break }
                steps.removeLast()
            }
        }
        return files
    }

    /// nil for `max`, and for what version 1 writes where there is none: nearly 2⁶³.
    static func parse(_ text: String) -> Int? {
        guard let bytes = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), bytes > 0, bytes < 1 << 60 else { return nil }
        return bytes
    }

    private static func addressSpace() -> Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < 1 << 60 else { return nil }
        return Int(limit.rlim_cur)
    }
}
