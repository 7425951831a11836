import Foundation
import Synchronization

/// JSON lines on standard output, one each, with the current trace. Never health data, secrets, bodies or free text of users.
package enum Log {
    package enum Level: Int, Sendable, Comparable, CaseIterable {
        case debug, info, warning, error

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

        /// `debug`, `info`, `warning`, `error`.
        package var name: String {
            switch self {
            case .debug: "debug"
            case .info: "info"
            case .warning: "warning"
            case .error: "error"
            }
        }

        package init?(name: String) {
            guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }
    }

    private static let threshold = Atomic<Int>(Level.info.rawValue)
    private static let writer = LogWriter(descriptor: STDOUT_FILENO)
    private static let serviceName = Mutex("")

    /// Lines below this level are not written.
    package static var level: Level {
        get { Level(rawValue: threshold.load(ordering: .relaxed)) ?? .info }
        set { threshold.store(newValue.rawValue, ordering: .relaxed) }
    }

    /// Goes with every line as `service`.
    package static var service: String {
        get { serviceName.withLock { $0 } }
        set { serviceName.withLock { $0 = newValue } }
    }

    package static func info(_ message: @autoclosure () -> String, _ fields: [String: String] = [:]) { write(.info, message(), fields) }
    package static func warning(_ message: @autoclosure () -> String, _ fields: [String: String] = [:]) { write(.warning, message(), fields) }
    package static func error(_ message: @autoclosure () -> String, _ fields: [String: String] = [:]) { write(.error, message(), fields) }

    /// Waits, at most a second, until the lines written so far are out. Blocks the thread: for the last moment of a process.
    package static func flush() { writer.flush(seconds: 1) }

    /// The same at a level that a value says.
    package static func write(_ level: Level, _ message: @autoclosure () -> String, _ fields: [String: String] = [:]) {
        guard level.rawValue >= threshold.load(ordering: .relaxed) else { return }
        let sorted = fields.sorted { $0.key < $1.key }
        writer.write(LogLine.format(level, message(), sorted, trace: TraceContext.current, service: service, at: Date()))
    }

    /// The access log's way in: fields in the order given, the trace handed over.
    package static func request(_ fields: [(key: String, value: String)], trace: TraceContext) {
        guard Level.info.rawValue >= threshold.load(ordering: .relaxed) else { return }
        writer.write(LogLine.format(.info, "request", fields, trace: trace, service: service, at: Date()))
    }
}
