import CareModels
import Postgres

/// A person gives an upload up, or what came is refused: it goes, and no longer counts against the quota. False when there is none.
struct CancelUpload: Sendable {
    let writing: Writing

    func callAsFunction(_ id: UploadID, of owner: UserID, _ tx: Transaction) async throws -> Bool {
        try await writing(of: owner, tx) { writer in
            guard let held = try await tx.deleteUpload(id, of: owner) else { return false }
            try writer.charge.add(-held)
            return true
        }
    }
}
