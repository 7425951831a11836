/// How a process ended.
enum Exit: Equatable, Sendable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)
    /// It could not be started at all; the system's reason.
    case notStarted(String)

    var description: String {
        switch self {
        case .code(let code): "ended with status \(code)"
        case .signal(9): "was killed (signal 9; by hand, or for want of memory)"
        case .signal(let number): "was ended by signal \(number)"
        case .notStarted(let reason): "could not be started: \(reason)"
        }
    }
}
