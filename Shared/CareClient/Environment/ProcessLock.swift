import Foundation

/// A file that one process at a time holds, whatever becomes of it: the system lets go of it when the process ends.
final class ProcessLock: Sendable {
    private let descriptor: Int32

    /// Nil when another holds it. In memory there is nobody to share with.
    static func take(_ storage: CareStorage, _ name: String) throws(StorageFault) -> ProcessLock? {
        guard case .directory = storage else { return ProcessLock(descriptor: -1) }
        let descriptor = open(storage.path(name), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed(Int(errno)) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return ProcessLock(descriptor: descriptor) }
        close(descriptor)
        return nil
    }

    /// Waits for it, for so long at most; then goes on without, since who holds it may never come back.
    static func with<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ storage: CareStorage, _ name: String, atMost patience: Duration, _ clock: CareClock,
        _ work: () async throws -> Value
    ) async throws -> Value {
        var waited = Duration.zero
        let step = Duration.milliseconds(50)
        var held = try take(storage, name)
        while held == nil, waited < patience {
            try await clock.sleep(step)
            waited += step
            held = try take(storage, name)
        }
        defer { withExtendedLifetime(held) {} }
        return try await work()
    }

    /// The same for what is done in a moment, whose caller waits for nothing.
    static func wait(_ storage: CareStorage, _ name: String, atMost seconds: TimeInterval) throws(StorageFault) -> ProcessLock? {
        let step: TimeInterval = 0.005
        var waited: TimeInterval = 0
        var held = try take(storage, name)
        while held == nil, waited < seconds {
            Thread.sleep(forTimeInterval: step)
            waited += step
            held = try take(storage, name)
        }
        return held
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
