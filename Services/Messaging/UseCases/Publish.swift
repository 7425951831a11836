import CareModels
import Foundation
import Outbox
import Postgres
import Telemetry

/// Appends entries to their users' feeds, and emits `events` and then one `FeedAdvanced` for each entry.
///
/// **The last thing that a transaction does**, once: feed rows are locked here, all of a commit's in the order of user ids, and nothing else is
/// waited for while they are held. So no two commits wait for each other, and since each row stays locked until its commit, sequences become
/// visible in their order, without a gap.
struct Publish: Sendable {
    let now: Date

    func callAsFunction(_ drafts: [FeedDraft], emitting events: [any CareEvent] = [], _ tx: Transaction) async throws -> StreamNews {
        let advanced = try await tx.append(drafts, now: now)
        try await tx.emit(events + advanced)
        tx.afterCommit {
            for draft in drafts { MessagingMetrics.feedEntries(draft.kind.rawValue).add() }
        }
        return StreamNews(reach: Dictionary(advanced.map { ($0.userId, $0.sequence) }, uniquingKeysWith: max))
    }
}
