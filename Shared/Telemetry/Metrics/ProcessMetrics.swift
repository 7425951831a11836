import Foundation

/// The process's own figures, by Prometheus' names, from /proc.
enum ProcessMetrics {
    private static let started = Gauge("process_start_time_seconds", "when the process began, in seconds since 1970", unit: .seconds)
    private static let memory = Gauge("process_resident_memory_bytes", "memory that the process has", unit: .bytes)
    private static let descriptors = Gauge("process_open_fds", "open files and sockets")
    private static let processor = Counter("process_cpu_seconds_total", "processor time that the process used", unit: .seconds)

    private static let began = Date().timeIntervalSince1970

    static func update() {
        started.set(began)
        if let bytes = residentMemory() { memory.set(bytes) }
        if let open = openDescriptors() { descriptors.set(open) }
        processor.set(total: processorSeconds())
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
