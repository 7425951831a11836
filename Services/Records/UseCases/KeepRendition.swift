import CareModels
import CareService
import Postgres
import Sealing

/// Keeps a picture that was made smaller, sealed as what it was made of, so that the next who reads it need not wait.
struct KeepRendition: Sendable {
    func callAsFunction(_ picture: [UInt8], _ pixels: Int, of content: StoredContent, _ key: PersonKey, _ tx: Transaction) async throws {
        guard Thumbnailer.keeps(picture, ofSize: content.size) else { return }
        try await tx.keepRendition(picture, pixels, of: content, key)
    }
}
