import Foundation

/// Held as long as a platform runs from a state directory: the kernel lets go of it however the process ends.
final class UpLock: Sendable {
    private let descriptor: Int32

    /// nil while another platform holds it.
    init?(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CrewFailure(description: "\(path) cannot be opened: \(String(cString: strerror(errno)))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        ftruncate(descriptor, 0)
        let text = "\(getpid())\n"
        _ = text.withCString { write(descriptor, $0, strlen($0)) }
    }

    deinit { close(descriptor) }

    static func holder(_ path: String) -> String {
        ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
