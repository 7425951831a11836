import CareModels
import Postgres
import Sealing

/// What is sealed, and whose key opens it.
struct Sealed: Sendable {
    var bytes: [UInt8]
    var of: UserID
}

extension PersonKeys {
    /// What was sealed; nil when the key was destroyed.
    func open(_ sealed: Sealed, at place: String, _ runner: some PostgresRunner) async throws -> [UInt8]? {
        try await key(of: sealed, runner)?.open(sealed.bytes, at: place)
    }

    /// What the message says; nil in a tombstone, and when the key was destroyed.
    func content(of item: ItemRecord, _ runner: some PostgresRunner) async throws -> MessageContent? {
        guard let sealed = item.content else { return nil }
        return try await key(of: sealed, runner)?.open(json: sealed.bytes, at: ItemRecord.place(item.id))
    }

    /// What opens the file; nil when the key was destroyed.
    func cipher(of file: AttachmentRecord, _ runner: some PostgresRunner) async throws -> FileCipher? {
        try await open(file.contentKey, at: AttachmentRecord.keyPlace(file.id), runner).map { FileCipher(key: $0, of: file.id) }
    }

    private func key(of sealed: Sealed, _ runner: some PostgresRunner) async throws -> PersonKey? {
        do {
            return try await forReading(sealed.of, runner)
        } catch is PersonErased {
            return nil
        }
    }
}
