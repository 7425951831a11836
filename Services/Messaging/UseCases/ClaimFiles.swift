import CareModels
import Postgres
import Sealing

/// The files that a message names become the message's: their keys are sealed anew under the conversation's key.
struct ClaimFiles: Sendable {
    let keys: PersonKeys

    /// The file that the message is about.
    func callAsFunction(
        _ media: MessageContent.Media, _ kind: MessageKind, for item: ItemRecord, by author: UserID, _ key: PersonKey, _ tx: Transaction
    ) async throws -> OpenedFile? {
        var wanted = [Wanted(id: media.attachmentId, kind: kind, refusal: .fileNotUsable(kind, isThumbnail: false))]
        if let thumbnail = media.thumbnailAttachmentId {
            wanted.append(Wanted(id: thumbnail, kind: .image, refusal: .fileNotUsable(kind, isThumbnail: true)))
        }
        let files = try await tx.lockAttachments(wanted.map(\.id))
        var claimed: [OpenedFile] = []
        for one in wanted {
            guard let file = files.first(where: { $0.id == one.id }), file.ownerId == author, file.isReady, file.kind == one.kind, file.itemId == nil
            else { throw one.refusal }
            let place = AttachmentRecord.keyPlace(one.id)
            guard let contentKey = try await keys.open(file.contentKey, at: place, tx) else { throw one.refusal }
            let sealed = Sealed(bytes: try key.seal(contentKey, at: place), of: key.person)
            try await tx.claim(one.id, contentKey: sealed, item: item.id, conversation: item.conversationId)
            claimed.append(OpenedFile(record: file, name: try file.fileName.map(FileCipher(key: contentKey, of: one.id).openName)))
        }
        return claimed.first
    }

    private struct Wanted {
        var id: AttachmentID
        var kind: MessageKind
        var refusal: Refusal
    }
}
