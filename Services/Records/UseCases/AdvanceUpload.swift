import Foundation
import Postgres

/// More of a file has come. False each: another request has gone on with it.
struct AdvanceUpload: Sendable {
    /// From here on whoever began before adds nothing.
    func begin(_ turn: UUID, at upload: UploadRecord, _ tx: Transaction) async throws -> Bool { try await tx.takeTurn(turn, at: upload) }

    /// What was stored before counts now.
    func callAsFunction(_ upload: UploadRecord, to received: Int, _ tx: Transaction) async throws -> Bool { try await tx.advance(upload, to: received) }

    /// The next of its sealed chunks. `waits`: the client is told of it.
    func callAsFunction(
        _ upload: UploadRecord, by sealed: [UInt8], _ index: Int, to received: Int, waits: Bool, _ tx: Transaction
    ) async throws -> Bool {
        if !waits { try await tx.commitWithoutWaiting() }
        return try await tx.storeUploadChunk(index, of: upload, sealed, received: received)
    }
}
