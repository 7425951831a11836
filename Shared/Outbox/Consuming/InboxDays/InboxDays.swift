import Foundation

/// Which tables of days `inbox_days` is to have.
///
/// They are made long before anything is written to them. Where that failed for weeks nothing is lost: what belongs to no table is remembered in
/// `inbox_day_other`. For that, the day that has begun gets none: what was taken in until then would have to be moved.
package struct InboxDays: Sendable {
    static let ahead = 14

    private let now: Date
    /// What was taken in before it may be forgotten.
    let cutoff: Date

    /// `retention`: seconds.
    package init(now: Date, retention: TimeInterval) {
        self.now = now
        cutoff = now.addingTimeInterval(-retention)
    }

    /// The first one to be made.
    func missing(_ days: Set<InboxDay>) -> InboxDay? {
        let next = firstMissing(days)
        return next.begin <= now.addingTimeInterval(Double(Self.ahead) * 86_400) ? next : nil
    }

    /// Until then there is one for each day.
    func end(_ days: Set<InboxDay>) -> Date { firstMissing(days).begin }

    private func firstMissing(_ days: Set<InboxDay>) -> InboxDay {
        var next = InboxDay(holding: now).next
        while days.contains(next) { next = next.next }
        return next
    }

    /// Those that were over when the retention began, the oldest first. A table goes once nobody has taken in any of its events since then either.
    func over(_ days: Set<InboxDay>) -> [InboxDay] { days.filter { $0.end <= cutoff }.sorted() }
}
