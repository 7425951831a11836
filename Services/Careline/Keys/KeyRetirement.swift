import Foundation
import Sealing

/// Whether a master key can go.
enum KeyRetirement {
    enum Refusal: Error, Equatable {
        case unknown
        /// It seals now, or will.
        case needed
        /// The one that took its place did so only now: a transaction that began before may not be committed.
        case tooEarly(until: Date)
        case sealing(rows: Int)
    }

    /// From the instant at which the next key took over: replicas have read it anew, and what they had begun has ended.
    static let grace: TimeInterval = 30

    /// When nothing can be sealed any more by the keys before the current one.
    static func settled(_ keys: MasterKeyList, now: Date) -> Date { (keys.current(at: now).from ?? .distantPast).addingTimeInterval(grace) }

    static func check(_ id: String, of keys: MasterKeyList, sealed: [SealedData.Part], now: Date) throws(Refusal) {
        guard keys.key(id) != nil else { throw .unknown }
        guard keys.earlier(at: now).contains(where: { $0.id == id }) else { throw .needed }
        let settled = settled(keys, now: now)
        guard now >= settled else { throw .tooEarly(until: settled) }
        let left = sealed.needing([id]).total
        guard left == 0 else { throw .sealing(rows: left) }
    }
}
