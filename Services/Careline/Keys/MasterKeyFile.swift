import CareService
import Foundation

/// The file that CARE_MASTER_KEY_FILE names. Changed by replacing it whole, so that a service never reads half of it.
struct MasterKeyFile: Sendable {
    let path: String

    /// Of the platform that runs here, unless the option or the setting names another.
    init(_ option: String?, _ layout: Layout, _ inherited: [String: String]) throws {
        if option == nil, inherited["CARE_MASTER_KEY"] != nil {
            throw Failure("CARE_MASTER_KEY holds the keys themselves, which cannot be changed from here.\nPut them into a file, name it by CARE_MASTER_KEY_FILE, and restart the services.")
        }
        let named = option ?? inherited["CARE_MASTER_KEY_FILE"] ?? layout.masterKey
        // A link stays a link: what it leads to is replaced.
        path = URL(fileURLWithPath: named).resolvingSymlinksInPath().path
    }

    init(path: String) { self.path = path }

    func read() throws -> MasterKeyList {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
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
