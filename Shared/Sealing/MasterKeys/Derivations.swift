import Synchronization

/// Keys that were derived from one, each derived once: it takes four hashes, and some are asked for with every request.
final class Derivations: Sendable {
    private let secret: SecretBytes
    private let known = Mutex<[String: SecretBytes]>([:])

    init(of secret: SecretBytes) { self.secret = secret }

    func key(for purpose: String) -> SecretBytes {
        known.withLock { known in
            if let key = known[purpose] { return key }
            let key = secret.derived(purpose)
            known[purpose] = key
            return key
        }
    }
}
