import CareModels
import FHIR
import Synchronization

/// How much work the searches of one answer may be, whatever they ask: of a few hundred bytes that are compared with every value of a hundred thousand resources, or
/// have all of their bodies opened, nobody else is to wait. What is beyond is refused, or goes on behind a next link.
final class SearchBudget: Sendable {
    /// Of one search: values that are compared, each with each, and what takes as long.
    static let comparisons = 64_000_000
    /// Of one search: bytes of bodies that are opened, times what is looked for in them.
    static let bytes = 32 << 20
    /// A record that is looked at, in comparisons.
    static let visit = 4
    /// So many are compared before it is looked at whether anybody still waits, and what it has cost: one record may have a hundred thousand values, and be asked for as many.
    static let step = 1_000_000
    /// A row's index that is opened, beside its bytes.
    static let opening = 32
    /// A body that is opened, beside its bytes: it comes from the database.
    static let body = 512
    /// A value by which is sorted, in comparisons: it is folded.
    static let folding = 32
    /// A reference that is followed to what is included, in comparisons: its address is an HMAC, and the database looks there.
    static let following = 512

    private struct Spent {
        var comparisons = 0
        var bytes = 0
    }

    private let most: Spent
    private let spent = Mutex(Spent())

    /// - Parameter searches: so many share it.
    convenience init(searches: Int = 1) { self.init(comparisons: searches * Self.comparisons, bytes: searches * Self.bytes) }

    init(comparisons: Int, bytes: Int) { most = Spent(comparisons: comparisons, bytes: bytes) }

    func compare(_ count: Int) throws(ResourceFault) {
        let isOver = spent.withLock { spent in
            spent.comparisons += count
            return spent.comparisons > most.comparisons
        }
        if isOver {
            throw ResourceFault(.tooCostly, "The search compares more than one may; ask for fewer values at once, or narrow it by a type, a code or a reference.")
        }
    }

    /// What was compared since the last time. Throws also when nobody waits for the answer any more.
    func spend(_ effort: inout Int) throws {
        try Task.checkCancellation()
        try compare(effort)
        effort = 0
    }

    /// Whether all of these hold of a record.
    func holds(_ conditions: [SearchCondition], of record: IndexedRecord, _ effort: inout Int) throws -> Bool {
        for condition in conditions {
            guard condition.holds(of: record, &effort) else { return false }
            if effort >= Self.step { try spend(&effort) }
        }
        return true
    }

    func open(_ bytes: Int) throws(ResourceFault) {
        let isOver = spent.withLock { spent in
            spent.bytes += bytes
            return spent.bytes > most.bytes
        }
        if isOver {
            throw ResourceFault(.tooCostly, "More than \(Self.bytes) bytes of resources would have to be read for this search; narrow it by a type, a code or a date.")
        }
    }

    /// Whoever looks into one record after the other goes on in another answer.
    var isHalfSpent: Bool { spent.withLock { $0.comparisons > most.comparisons / 2 || $0.bytes > most.bytes / 2 } }
}
