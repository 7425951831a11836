import Foundation
import Synchronization

/// JSON lines on standard output, one each, with the current trace. Never health data, secrets, bodies or free text of users.
public enum Log {
    public enum Level: Int, Sendable, Comparable, CaseIterable {
        case debug, info, warning, error

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

        /// `debug`, `info`, `warning`, `error`.
        public var name: String { String(describing: self) }
        public init?(name: String) {
            guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }
    }

    private static let threshold = Atomic<Int>(Level.info.rawValue)
    private static let writer = LogWriter(descriptor: STDOUT_FILENO)
    private static let serviceName = Mutex("")

    /// Lines below this level are not written.
    public static var level: Level {
        get { Level(rawValue: threshold.load(ordering: .relaxed)) ?? .info }
        set { threshold.store(newValue.rawValue, ordering: .relaxed) }
    }

    /// Goes with every line as `service`.
    public static var service: String {
        get { serviceName.withLock { $0 } }
        set { serviceName.withLock { $0 = newValue } }
    }

    public static func debug(_ message: @autoclosure () -> String, _ fields: [String: String] = [:]) { write(.debug, message, fields) }
    public static func info(_ message: @autoclosure () -> String, _ fields: [String: String] = [:]) { write(.info, message, fields) }
    public static func warning(_ message: @autoclosure () -> String, _ fields: [String: String] = [:]) { write(.warning, message, fields) }
    public static func error(_ message: @autoclosure () -> String, _ fields: [String: String] = [:]) { write(.error, message, fields) }

    /// Waits, at most a second, until the lines written so far are out. Blocks the thread: for the last moment of a process.
    public static func flush() { writer.flush(seconds: 1) }

    private static func write(_ level: Level, _ message: () -> String, _ fields: [String: String]) {
        guard level.rawValue >= threshold.load(ordering: .relaxed) else { return }
        let sorted = fields.sorted { $0.key < $1.key }
        writer.write(LogLine.format(level, message(), sorted, trace: TraceContext.current, service: service, at: Date()))
    }

    /// The access log's way in: fields in the order given, the trace handed over.
    static func request(_ fields: [(key: String, value: String)], trace: TraceContext) {
        guard Level.info.rawValue >= threshold.load(ordering: .relaxed) else { return }
        writer.write(LogLine.format(.info, "request", fields, trace: trace, service: service, at: Date()))
    }
}
