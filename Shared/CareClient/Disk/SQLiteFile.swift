import Foundation

/// A file of the client's with its tables, as they are in this version. It opens what an earlier version left, and makes anew what cannot be read.
struct SQLiteFile {
    /// What each version of the tables adds to the one before: the first makes them. A file of a later version than is known here is made anew.
    let versions: [String]
    /// `FULL` for what cannot be loaded again: it is on the disk before a write returns, whatever happens to the machine then.
    let synchronous: String
    /// As on a disk that has no more room: for tests.
    var mostPages: Int?

    /// A connection holds four times as much otherwise, and an app has three.
    private static let mostCachedKiB = 512

    enum Found: Equatable { case whole, damaged }

    /// `damaged` is moved aside with its neighbours, as `….damaged`, in place of what was moved aside before.
    func open(_ path: String) throws(StorageFault) -> (SQLite, Found) {
        do {
            return (try openWhole(path), .whole)
        } catch .damaged {
            Self.moveAside(path)
            return (try openWhole(path), .damaged)
        }
    }

    private func openWhole(_ path: String) throws(StorageFault) -> SQLite {
        let file = try SQLite(path: path)
        // Before the journal's mode, which makes the first page: from then on only a `VACUUM` changes it. Said of a file that has it, it would be written anew.
        if try file.number("PRAGMA auto_vacuum") == 0 { try file.script("PRAGMA auto_vacuum = INCREMENTAL") }
        try file.script("PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous); PRAGMA temp_store = MEMORY")
        // Of what is shown a part is read, and the system keeps what is read often.
        try file.script("PRAGMA cache_size = -\(Self.mostCachedKiB)")
        if let mostPages { try file.script("PRAGMA max_page_count = \(mostPages)") }
        do {
            try file.transaction {
                let version = try file.number("PRAGMA user_version") ?? 0
                // A later release was here and has gone again.
                guard version <= versions.count else { throw StorageFault.damaged }
                for step in versions.dropFirst(version) { try file.script(step) }
                if version < versions.count { try file.script("PRAGMA user_version = \(versions.count)") }
            }
        } catch {
            throw error as? StorageFault ?? .failed(0)
        }
        return file
    }

    /// The file, and what SQLite keeps beside it.
    private static let suffixes = ["", "-wal", "-shm"]

    static func remove(_ path: String) {
        for suffix in suffixes { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// What was moved aside goes with whose it was.
    static func removeAside(_ path: String) { remove(path + aside) }

    private static let aside = ".damaged"

    static func moveAside(_ path: String) {
        for suffix in suffixes {
            let aside = path + Self.aside + suffix
            try? FileManager.default.removeItem(atPath: aside)
            if FileManager.default.fileExists(atPath: path + suffix) { try? FileManager.default.moveItem(atPath: path + suffix, toPath: aside) }
        }
    }
}
