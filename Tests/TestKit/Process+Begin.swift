import Foundation
import Synchronization

extension Process {
    private static let beginning = Mutex(())

    /// `run`, one at a time: of two that began at once, Foundation has kept an end of a pipe open that tells it of the one's end, and waited for it ever after.
    package func begin() throws { try Self.beginning.withLock { _ in try run() } }
}
