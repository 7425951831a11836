import Foundation

/// How many files and sockets the process may hold at once. Shells and service managers allow 1,024 unless told otherwise, for the
/// sake of programs that call select(2); a service that holds thousands of streams takes all that it may have.
enum OpenFiles {
    static func allowAll() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
