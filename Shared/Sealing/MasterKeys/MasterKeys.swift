import Foundation
import Synchronization
import Telemetry

/// The keys that wrap the data keys of persons: secrets of the deployment, never in a database. Nothing is encrypted with one of
/// them directly, only with keys derived from it (HKDF, RFC 5869).
///
/// Those of a file are read from it again within seconds of a change. A new key says from when it seals, some time ahead: by then
/// every replica knows it, so that none meets what it cannot open, and none has to be restarted. `careline keys` does it all.
package final class MasterKeys: Sendable, CustomStringConvertible, CustomReflectable {
    private struct Known {
        var list: MasterKeyList
        /// As the file had it last; nil: not looked at since the start.
        var text: String?
        var lookedAt: ContinuousClock.Instant
    }

    /// Nobody seals under keys that were read longer ago than this.
    package static let freshFor: Duration = .seconds(5)

    private static let fileFailures = Counter(
        "care_master_key_file_failures_total", "looks at a key file that was gone or faulty; the keys read before stay in use")

    private let known: Mutex<Known>
    private let file: String?
    private let freshFor: Duration
    private let now: @Sendable () -> Date

    /// With `file` they are read again from there.
    package init(_ list: MasterKeyList, file: String? = nil, freshFor: Duration = MasterKeys.freshFor, now: @escaping @Sendable () -> Date = { Date() }) {
        // Shown from the start: the first failure is a rise from 0.
        Self.fileFailures.add(0)
        known = Mutex(Known(list: list, text: nil, lookedAt: .now))
        self.file = file
        self.freshFor = freshFor
        self.now = now
    }

    /// Keys of 32 bytes each.
    package convenience init(current: [UInt8], earlier: [[UInt8]] = []) {
        self.init(MasterKeyList((earlier + [current]).map { MasterKey($0) }))
    }

    /// What seals now.
    package var current: MasterKey { list.current(at: now()) }

    /// Those before it, the latest first: what they have sealed is to be sealed anew.
    package var earlier: [MasterKey] { list.earlier(at: now()).reversed() }

    /// Those that may have sealed something, the current one first.
    package var all: [MasterKey] { [current] + earlier + list.waiting(at: now()) }

    package func key(_ id: String) -> MasterKey? { list.key(id) }

    private static func unusable(_ known: Known) -> MasterKeyList {
        fileFailures.add()
        return known.list
    }

    package var description: String { "MasterKeys" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// A file of some hundred bytes, looked at once in five seconds, so that this may be done wherever a key is needed.
    private var list: MasterKeyList {
        known.withLock { known in
            guard let file, known.lookedAt.duration(to: .now) >= freshFor else { return known.list }
            known.lookedAt = .now
            // Half-written or gone: what is known stays good until it is mended.
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return Self.unusable(known) }
            if text == known.text { return known.list }
            guard let list = MasterKeyList(text) else { return Self.unusable(known) }
            if list.text != known.list.text { Log.info("master keys read again", ["ids": list.keys.map(\.id).joined(separator: " ")]) }
            known.list = list
            known.text = text
            return list
        }
    }
}
