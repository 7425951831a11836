import CareModels
import Foundation
import Postgres

/// Writes down where all chains end, so many persons in a transaction, and tells the hash of it once the list is finished. Whoever keeps what is told can show later that
/// nothing of before was cut off or written anew (`VerifyAccesses`), without having kept anything about anybody.
struct ListAccessHeads: Sendable {
    struct Told: Sendable {
        var mark: AccessList.Mark
        var begunAt: Date
        var chains: Int
    }

    /// What a list holds of persons who are erased meanwhile goes with it.
    static let kept: TimeInterval = 14 * 86_400

    var most = 1000
    let now: @Sendable () -> Date
    let tell: @Sendable (Told) -> Void

    /// True when there is more of it.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let instant = now().wholeMilliseconds
        var list: StoredAccessList
        if let begun = try await tx.lockUnfinishedAccessList() {
            list = begun
        } else {
            list = try await tx.beginAccessList(at: instant)
        }
        let heads = try await tx.accessHeads(after: list.place, limit: most)
        // Somebody may say of a chain that it was erased: without its tombstone it is listed.
        let listed = heads.filter { !$0.isErased || $0.erasedAt == nil }.map { KnownAccess($0, at: list.begunAt) }
        let page = AccessList.page(listed)
        list.place = heads.last?.owner ?? list.place
        list.pages += 1
        list.chains += listed.count
        list.hash = AccessList.hash(page, after: list.hash)
        let isFinished = heads.count < most
        try await tx.save(list, page, finishedAt: isFinished ? instant : nil)
        guard isFinished else { return true }
        try await tx.forgetAccessLists(finishedBefore: instant.addingTimeInterval(-Self.kept))
        let told = Told(mark: AccessList.Mark(number: list.number, hash: list.hash), begunAt: list.begunAt, chains: list.chains)
        tx.afterCommit { [tell] in tell(told) }
        return false
    }
}
