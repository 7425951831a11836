import Foundation

/// The process's own figures, by Prometheus' names, from /proc.
enum ProcessMetrics {
    private static let started = Date().timeIntervalSince1970

    static func update(_ registry: MetricsRegistry) {
        registry.series("process_start_time_seconds", [], .gauge).set(started)
        if let memory = residentMemory() { registry.series("process_resident_memory_bytes", [], .gauge).set(memory) }
        if let descriptors = openDescriptors() { registry.series("process_open_fds", [], .gauge).set(descriptors) }
        registry.series("process_cpu_seconds_total", [], .counter).set(processorSeconds())
    }

    private static func residentMemory() -> Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Double(fields[1]) else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func openDescriptors() -> Double? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else { return nil }
        return Double(names.count)
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
