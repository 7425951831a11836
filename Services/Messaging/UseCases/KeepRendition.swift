import CareModels
import CareService
import Postgres

/// Keeps a picture that was made smaller, sealed as what it was made of, so that the next who looks at it need not wait.
struct KeepRendition: Sendable {
    func callAsFunction(_ picture: [UInt8], _ pixels: Int, of file: AttachmentRecord, _ cipher: FileCipher, _ tx: Transaction) async throws {
        guard Thumbnailer.keeps(picture, ofSize: file.size) else {
            guard try await tx.attachment(file.id) != nil else { throw Refusal.noSuchFile }
            return
        }
        do {
            try await tx.insertRendition(cipher.sealRendition(picture, pixels), pixels, of: file.id)
        } catch let error as PostgresError where error.isForeignKeyViolation {
            // Its message was taken back meanwhile, or it went with its owner.
            throw Refusal.noSuchFile
        }
    }
}
