import CareModels
import Postgres
import Sealing

/// A person begins to send something large.
struct BeginContent: Sendable {
    let writing: Writing

    /// `isCharged`: what comes will be held against the quota; a full account is spared the sending of the first of it.
    func callAsFunction(_ id: ContentID, of owner: UserID, isCharged: Bool, _ tx: Transaction) async throws -> PersonKey {
        try await writing(of: owner, tx) { writer in
            if isCharged {
                try await writer.charge.look(tx)
                try writer.charge.add(1)
                try writer.charge.add(-1)
            }
            // Not by a key from memory: whoever was erased stores nothing, not even what the sweep would find.
            _ = try await writing.keys.forWriting(owner, tx)
            try await tx.insertContent(id, of: owner, at: writer.now)
            return writer.key
        }
    }
}
