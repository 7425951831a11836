import Postgres
import Sealing

/// A file's bytes are all there: it is ready for a message to take it.
struct FinishUpload: Sendable {
    func callAsFunction(_ file: AttachmentRecord, _ tx: Transaction) async throws {
        // The file went with its owner.
        guard try await tx.finish(file) else { throw PersonErased() }
    }
}
