import CareModels
import Outbox
import Postgres

/// One write of a person's own, which may be made in one commit with others of theirs.
struct GroupedWrite: Sendable {
    enum Action: Sendable {
        case create
        /// The next version, or the first under this id.
        case update(id: String, within: RecordReach, if: Precondition)
    }

    let action: Action
    let content: RecordContent
    let place: RecordPlace
    /// In bytes, of what was sent.
    let size: Int
    let origin = RequestOrigin()

    /// What changes who is let in, or who hears of changes, is decided by itself; and so is whatever somebody else writes, who attests it.
    private static let alone: Set<String> = ["Consent", "Subscription"]

    /// Nil for one that is to be made by itself.
    init?(_ action: Action, _ content: RecordContent, in place: RecordPlace, size: Int, by access: RecordAccess) {
        guard access.standing == .owner, access.changes == nil, !Self.alone.contains(place.type) else { return nil }
        (self.action, self.content, self.place, self.size) = (action, content, place, size)
    }

    /// What it makes the next version of.
    fileprivate var updated: (id: String, place: RecordPlace)? {
        if case .update(let id, _, _) = action { (id, place) } else { nil }
    }
}

extension Writing {
    /// All of them, or none: what was made of each.
    func callAsFunction(_ writes: [GroupedWrite], of owner: UserID, _ tx: Transaction) async throws -> [WrittenRecord] {
        try await self(of: owner, tx) { writer in
            var written: [Int: WrittenRecord] = [:]
            var creations: [Creation] = []
            for (index, write) in writes.enumerated() {
                guard case .create = write.action else { continue }
                let creation = try write.origin { try writer.creation(write.content, in: write.place) }
                try writer.charge.add(creation.row.cost)
                creations.append(creation)
                written[index] = creation.written
            }
            if !creations.isEmpty { try await writer.create(creations, tx) }
            try writer.refuseFollowed(writes)
            let updated = writes.compactMap(\.updated)
            if updated.count > 1 { try await writer.lock(updated, tx) }
            for (index, write) in writes.enumerated() {
                guard case .update(let id, let reach, let precondition) = write.action else { continue }
                written[index] = try await write.origin {
                    try await writer.requireReach(reach, of: id, in: write.place, orDeleted: true, tx)
                    return try await writer.update(id, write.content, in: write.place, within: reach, if: precondition, mayCreate: true, tx)
                }
                try writer.refuseFollowed(writes)
            }
            return writes.indices.compactMap { written[$0] }
        }
    }
}

/// Somebody subscribed to what changes: each change is a commit of its own, and a notice.
private struct ToldOneByOne: Error {}

extension RecordWriter {
    fileprivate func refuseFollowed(_ writes: [GroupedWrite]) throws(ToldOneByOne) {
        if writes.count > 1, touched.isFollowed { throw ToldOneByOne() }
    }
}
