import CareModels
import Postgres
import Sealing

/// A message with what it says, or an activity.
struct OpenedItem: Sendable {
    var record: ItemRecord
    /// Nil in a tombstone, and when the key was destroyed.
    var content: MessageContent?
    /// The one that the content is about.
    var file: OpenedFile?
}

/// A file's row with its name, as it is shown and saved by.
struct OpenedFile: Sendable {
    var record: AttachmentRecord
    var name: String?

    init(record: AttachmentRecord, name: String? = nil) {
        self.record = record
        self.name = name.map { FileName.fitting($0, record.contentType) }
    }
}

extension PostgresRunner {
    /// In the order of `records`.
    func opened(_ records: [ItemRecord], with keys: PersonKeys) async throws -> [OpenedItem] {
        let withMedia = records.filter { $0.content != nil && ![.text, .system, .activity].contains($0.kind) }
        let files = try await attachments(ofItems: withMedia.map(\.id))
        var opened: [OpenedItem] = []
        opened.reserveCapacity(records.count)
        for record in records {
            var item = OpenedItem(record: record, content: try await keys.content(of: record, self))
            if let media = item.content?.media, let file = files[media.attachmentId] { item.file = try await self.opened(file, with: keys) }
            opened.append(item)
        }
        return opened
    }

    private func opened(_ file: AttachmentRecord, with keys: PersonKeys) async throws -> OpenedFile {
        guard let name = file.fileName else { return OpenedFile(record: file) }
        return OpenedFile(record: file, name: try await keys.cipher(of: file, self)?.openName(name))
    }
}
