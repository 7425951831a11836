import CareModels
import Foundation

/// Sessions that ended before their tokens did. Each is kept until its last token has expired, so that the set stays as small
/// as the revocations of a token's lifetime.
struct RevokedSessions {
    private var untils: [SessionID: Date] = [:]
    private var sweepAt = 1024

    var count: Int { untils.count }

    func contains(_ session: SessionID) -> Bool { untils[session] != nil }

    mutating func insert(_ session: SessionID, until: Date, now: Date) {
        if untils.count >= sweepAt {
            untils = untils.filter { $0.value > now }
            sweepAt = max(1024, untils.count * 2)
        }
        untils[session] = max(until, untils[session] ?? until)
    }
}
