import Foundation

/// Where secrets are kept: the session's tokens, and the key that what is on disk is sealed with. On Apple's systems `.apple(service:)`; elsewhere files
/// that only their owner reads, or whatever the app passes.
public struct Keychain: Sendable {
    /// The secret of a name; nil when there is none.
    public var read: @Sendable (_ name: String) throws -> Data?
    /// Keeps a secret under a name; nil removes it.
    public var write: @Sendable (_ name: String, _ value: Data?) throws -> Void

    /// One of the app's own: a store of secrets by name.
    public init(read: @escaping @Sendable (String) throws -> Data?, write: @escaping @Sendable (String, Data?) throws -> Void) {
        self.read = read
        self.write = write
    }
}

extension Keychain {
    /// As `read`, whose errors are those of a disk, whatever the keychain throws.
    func load(_ name: String) throws(StorageFault) -> Data? {
        do { return try read(name) } catch { throw Self.fault(error) }
    }

    /// As `write`, likewise.
    func save(_ name: String, _ value: Data?) throws(StorageFault) {
        do { try write(name, value) } catch { throw Self.fault(error) }
    }

    private static func fault(_ error: any Error) -> StorageFault { error as? StorageFault ?? .failed((error as NSError).code) }

    /// Forgotten when the process ends: for tests.
    public static func memory() -> Keychain {
        let values = SharedValues()
        return Keychain(read: { name in values.all.withLock { $0[name] } }, write: { name, value in values.all.withLock { $0[name] = value } })
    }

    private final class SharedValues: Sendable {
        let all = Locked<[String: Data]>([:])
    }

    /// A file for each secret, in a folder that only its owner enters. It protects against other people of the machine, not against who has its disk.
    public static func files(in folder: URL) -> Keychain {
        sweep(folder)
        return Keychain { name in
            let file = folder.appendingPathComponent(name)
            guard FileManager.default.fileExists(atPath: file.path) else { return nil }
            return try Data(contentsOf: file)
        } write: { name, value in
            let file = folder.appendingPathComponent(name)
            guard let value else {
                if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
                return
            }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // Under another name first, so that nobody reads half of it, nor before its permissions are set.
            let draft = folder.appendingPathComponent(".\(name).\(UUID().uuidString)")
            // On the disk before it takes its place: what was sealed, or exchanged, for a secret that a crash of the machine takes away is lost with it.
            guard FileManager.default.createFile(atPath: draft.path, contents: value, attributes: [.posixPermissions: 0o600]), Self.isSynchronized(draft),
                rename(draft.path, file.path) == 0
            else { throw StorageFault.full }
            // Its name as well, where a folder can be.
            _ = Self.isSynchronized(folder)
        }
    }

    private static func isSynchronized(_ file: URL) -> Bool {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }

    /// Secrets that were half written, by processes that were ended then: nobody would know of them when their person logs out. One that was made just now may be
    /// on its way to its place.
    private static func sweep(_ folder: URL) {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.contentModificationDateKey])) ?? []
        for file in files where file.lastPathComponent.hasPrefix(".") && UUID(uuidString: file.pathExtension) != nil {
            guard let made = (try? file.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate, made < Date() - 60 else { continue }
            try? FileManager.default.removeItem(at: file)
        }
    }
}
