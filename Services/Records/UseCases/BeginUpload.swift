import CareModels
import Foundation
import Postgres
import Sealing

/// A person begins to send a file in several requests. It holds its whole length of their quota from now on.
struct BeginUpload: Sendable {
    /// Of one person, neither done nor expired.
    static let mostOpen = 20
    /// From its beginning on.
    static let lifetime: Duration = .seconds(86_400)

    let writing: Writing

    func callAsFunction(_ head: UploadHead, length: Int, of owner: UserID, _ tx: Transaction) async throws -> UploadRecord {
        try await writing(of: owner, tx) { writer in
            _ = try await writing.keys.forWriting(owner, alone: true, tx)
            guard try await tx.openUploads(of: owner, now: writer.now) < Self.mostOpen else { throw Refusal.tooManyUploads(most: Self.mostOpen) }
            let upload = UploadRecord(
                id: UploadID(writer.newID()), owner: owner, length: length, head: head, expiresAt: writer.now.addingTimeInterval(Self.lifetime.seconds))
            let cost = NewContent.cost(ofSize: length)
            try await writer.charge.look(tx)
            try writer.charge.add(cost)
            try await tx.insert(upload, head: try upload.sealedHead(writer.key), charged: cost, at: writer.now)
            return upload
        }
    }
}
