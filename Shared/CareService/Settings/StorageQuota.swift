import CareModels
import Foundation
import HTTP

/// How many bytes an account may have stored in one service, fewer while it is new: whoever signs up to fill a disk needs patience, or many
/// accounts, whose number has limits of its own.
package struct StorageQuota: Sendable, Equatable {
    /// Bytes: `CARE_STORAGE_LIMIT`.
    package var limit = 1 << 30
    /// Bytes, of an account younger than `newFor`: `CARE_STORAGE_LIMIT_NEW`.
    package var limitWhenNew = 100 << 20
    /// `CARE_STORAGE_NEW_FOR`.
    package var newFor: Duration = .seconds(7 * 86_400)

    /// Beside its bytes every stored value costs so many: its row, its index entries, its share of a page.
    package static let overhead = 256

    package init() {}

    package init(_ environment: inout Environment) {
        let defaults = StorageQuota()
        let range = 1...(1 << 50)
        limit = environment.int("CARE_STORAGE_LIMIT", default: defaults.limit, in: range)
        limitWhenNew = environment.int("CARE_STORAGE_LIMIT_NEW", default: defaults.limitWhenNew, in: range)
        newFor = environment.duration("CARE_STORAGE_NEW_FOR", default: defaults.newFor)
    }

    /// What holds for `person` now. An account's id tells when it was made; one that does not counts as old.
    package func limit(of person: UserID, now: Date) -> Int {
        guard let madeAt = person.uuid.v7Instant, now < madeAt.addingTimeInterval(newFor.seconds) else { return limit }
        return min(limit, limitWhenNew)
    }
}

/// The account has as much as it may have: 409, with both numbers.
package struct QuotaExceeded: ProblemConvertible, Sendable, Equatable {
    /// Of what, in words: "bytes stored".
    package var what: Text
    package var limit: Int
    package var used: Int

    package init(_ what: Text, limit: Int, used: Int) {
        self.what = what
        self.limit = limit
        self.used = used
    }

    package var problem: Problem {
        Problem(
            .quotaExceeded, detail: "At most \(limit) \(what), of which \(used) are used.",
            members: ["limit": .number(limit), "used": .number(used)])
    }
}
