import NIOCore
import Synchronization
import Telemetry

/// The memory of a server for what clients send and for long answers: every byte of a body or a WebSocket's message that is kept is in it,
/// and an answer until its client has taken it, all connections together, weighed by what reading it costs. A quarter is left for what is
/// small, so that what is large never keeps out the others.
final class BodyBudget: Sendable {
    private static let refused = Counter("http_bodies_refused_total", "requests that heard 503 because CARE_BODY_MEMORY_MIB was used up")

    enum Answer: Equatable { case taken, full, tooLarge }

    /// A share up to here is small.
    static let small = 64 << 10

    let most: Int
    private let mostForLarge: Int
    private let held = Mutex(0)

    init(most: Int) {
        self.most = most
        mostForLarge = most / 4 * 3
    }

    var taken: Int { held.withLock { $0 } }

    func share() -> Share { Share(self) }

    /// The 503 for who finds no room.
    static func refusal() -> Problem {
        Self.refused.add()
        return .unavailable(retryAfter: 1)
    }

    /// Whether a share of that weight could be taken now: asked before a body is read.
    func hasRoom(for weight: Int) -> Bool {
        let counted = min(weight, mostForLarge)
        return held.withLock { $0 + counted <= bound(weight) }
    }

    private func bound(_ weight: Int) -> Int { weight <= Self.small ? most : mostForLarge }

    /// What one request or socket holds of it; given back when nobody has the share any more.
    final class Share: Sendable {
        private let budget: BodyBudget
        private let weights = Mutex((actual: 0, counted: 0))

        fileprivate init(_ budget: BodyBudget) { self.budget = budget }

        deinit {
            let counted = weights.withLock { $0.counted }
            budget.held.withLock { $0 -= counted }
        }

        func grow(by weight: Int) -> Answer { set(weights.withLock { $0.actual } + weight) }

        /// What is heavier than all that large bodies may have passes up to twice as much, when it is alone: the weight is a cautious one,
        /// and waiting would not make it lighter. Beyond that it never fits.
        func set(_ weight: Int) -> Answer {
            weights.withLock { weights in
                guard weight <= 2 * budget.mostForLarge else { return .tooLarge }
                let counted = min(weight, budget.mostForLarge)
                let more = counted - weights.counted
                let isRoom = budget.held.withLock { held in
                    guard more <= 0 || held + more <= budget.bound(weight) else { return false }
                    held += more
                    return true
                }
                guard isRoom else { return .full }
                weights = (weight, counted)
                return .taken
            }
        }

        /// Though there is no room: what has had an effect is answered as it was. Others find none until it is given back.
        func overdraw(_ weight: Int) {
            weights.withLock { weights in
                budget.held.withLock { $0 += weight - weights.counted }
                weights = (weight, weight)
            }
        }
    }
}

/// What it takes to hold a body and to read it. Its bytes are there twice, as they came and as the reader's; and each value of JSON,
/// form or CSV becomes something of its own, however short it is written: 64 bytes is what the parsers' indices need, growth included.
enum BodyWeight {
    static let perByte = 2
    static let perValue = 64
    /// A streamed body: what waits, and a handler's work on a piece of it.
    static let streamed = 1 << 20

    static func of(_ bytes: ByteBuffer) -> Int { bytes.withUnsafeReadableBytes(of) }

    static func of(_ bytes: UnsafeRawBufferPointer) -> Int {
        var values = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "&"), UInt8(ascii: "\n"): values += 1
            default: break
            }
        }
        return bytes.count * perByte + values * perValue
    }
}
