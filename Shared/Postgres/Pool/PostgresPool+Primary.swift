import CPostgres
import Synchronization

/// What a pool of several hosts does about a primary that answers no more and yet is there: a machine that stands still takes what it is sent, so that neither
/// the network nor a keepalive tells, while another has taken over.
extension PostgresPool {
    private static let look = Duration.seconds(1)
    /// A statement that has had no answer for so long is reason to look who the primary is. One that is merely slow goes on.
    private static let longSilence = Duration.seconds(3)

    func watchThePrimary() {
        loop.schedule(at: .now + PostgresPool.look) { [weak self] in
            guard let self, let links else { return }
            if links.contains(where: { $0.silence(now: .now) > PostgresPool.longSilence }) { lookForThePrimary() }
            watchThePrimary()
        }
    }

    /// Gives up the connections to every host but the one that takes writes now; none when no host does.
    private func lookForThePrimary() {
        guard !isLooking.exchange(true, ordering: .relaxed) else { return }
        BlockingThread.run { [self] in
            defer { isLooking.store(false, ordering: .relaxed) }
            guard let handle = try? configuration.connect() else { return }
            let primary = handle.server
            PQfinish(handle.pointer)
            for link in links ?? [] where link.server != primary { link.abandon() }
        }
    }
}
