import Foundation
import Sealing

/// A file of master keys, as CARE_MASTER_KEY_FILE names one. Changed by replacing it whole, so that a service never reads half of it.
struct MasterKeyFile: Sendable {
    let path: String

    /// A link stays a link: what it leads to is replaced.
    init(path: String) { self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    /// How long the keys that all services shared go on sealing after the upgrade to a release that gives each its own: so long the release
    /// before can be gone back to, which knows no others.
    static let sharedSealsFor: TimeInterval = 7 * 86_400

    /// This platform's own file for the service, unless it is there: with a key of its own, behind those that all services shared where
    /// there are such.
    static func make(for service: PlatformService, _ layout: Layout, now: Date) throws {
        let file = URL(fileURLWithPath: layout.masterKey(of: service))
        guard !FileManager.default.fileExists(atPath: file.path) else { return }
        let directory = file.deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        _ = try Secrets(directory: directory).file(file.lastPathComponent) {
            guard FileManager.default.fileExists(atPath: layout.sharedMasterKey) else { return MasterKeyList(.random(from: nil)).text }
            return try MasterKeyFile(path: layout.sharedMasterKey).read().adding(.random(from: now + sharedSealsFor)).text
        }
    }

    func read() throws -> MasterKeyList {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            guard FileManager.default.fileExists(atPath: path) else {
                throw Failure(
                    """
                    \(path) is not there.
                    Name the file that the services read (CARE_MASTER_KEY_FILE) by --file. Where there is none yet: `careline up` makes this machine's, \
                    deploy/secrets make those of containers, and anywhere else `(umask 077; openssl rand -base64 32 > FILE)` one.
                    """)
            }
            throw Failure("\(path) cannot be read.\nName the file that the services read (CARE_MASTER_KEY_FILE) by --file.")
        }
        guard let list = MasterKeyList(text) else {
            throw Failure("\(path) does not hold master keys: the base64 of 32 bytes a line and, but for the first, the instant from which each seals.")
        }
        return list
    }

    /// Replaces the keys by those that `change` makes of them; nil leaves the file alone. One process at a time.
    func change(_ change: (MasterKeyList) throws -> MasterKeyList?) throws {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(directory, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannot("opened", directory) }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw Failure("another command changes the files of \(directory); try again when it is done") }
        guard let list = try change(try read()) else { return }
        try replace(with: list)
        guard fsync(descriptor) == 0 else { throw cannot("written", directory) }
    }

    /// The new file belongs to whom the old one belonged to and is open to whom that was: containers read it as another user.
    private func replace(with list: MasterKeyList) throws {
        var old = stat()
        guard stat(path, &old) == 0 else { throw cannot("read", path) }
        let new = path + ".new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw cannot("written", new) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(list.text.utf8))
            if fchown(descriptor, old.st_uid, old.st_gid) != 0, old.st_uid != geteuid() { throw cannot("given to its owner", new) }
            guard fchmod(descriptor, old.st_mode & 0o777) == 0 else { throw cannot("protected", new) }
            try handle.synchronize()
        } catch {
            unlink(new)
            throw error
        }
        guard rename(new, path) == 0 else { throw cannot("replaced", path) }
    }

    private func cannot(_ what: String, _ path: String) -> Failure { Failure("\(path) cannot be \(what): \(String(cString: strerror(errno)))") }
}
