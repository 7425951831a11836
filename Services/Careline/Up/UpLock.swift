import Foundation

/// Held as long as a platform runs from a state directory: the kernel lets go of it however the process ends. It tells other
/// commands which process that is and where its ports are.
final class UpLock: Sendable {
    private let descriptor: Int32

    /// nil while another platform holds it.
    init?(_ path: String, holder: Holder) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CrewFailure(description: "\(path) cannot be opened: \(String(cString: strerror(errno)))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        ftruncate(descriptor, 0)
        let text = "\(holder.pid) \(holder.gatewayPort) \(holder.replicas)\n"
        _ = text.withCString { write(descriptor, $0, strlen($0)) }
    }

    deinit { close(descriptor) }

    /// A platform that runs.
    struct Holder: Sendable, Equatable {
        var pid: Int32
        var gatewayPort: Int
        var replicas: Int
    }

    /// Who holds it; nil when nobody does.
    static func holder(_ path: String) -> Holder? {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
        let numbers = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        return Holder(pid: Int32(numbers[0]), gatewayPort: numbers[1], replicas: numbers[2])
    }
}
