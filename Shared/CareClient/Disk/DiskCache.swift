import Foundation

/// What was loaded before, sealed, in one file: lists of values by collection, and single marks. Everything in it can be loaded again, so it may be emptied
/// at any moment: when it is damaged, when it was written under another key, when somebody else logs in, and least recently used first when it is too large.
/// Ids and sizes are not sealed.
actor DiskCache {
    /// What is in a collection, from the highest position on.
    struct Listing: Sendable {
        var values: [Data]
        /// There are more in the cache.
        var hasMoreHere: Bool
        /// Where the server's list goes on behind all that is here; nil at its end.
        var cursor: String?
        /// It was kept in step by the feed until much was missed: what a fetch does not bring is dropped.
        var isStale: Bool
    }

    private let path: String
    private let sealer: Sealer
    private let mostBytes: Int
    private nonisolated let executor = QueueExecutor("careline.cache")
    private var file: SQLite
    private var watched: [String: Int] = [:]
    private var used: Set<String> = []
    private var counts: [String: Int] = [:]
    /// Changes of all collections at once.
    private var wholes = 0
    /// Whose it is. What another process of the app has made another person's meanwhile is neither read nor written here.
    private var owner: String?
    private var observers: [@Sendable (CacheNews) -> Void] = []
    /// Rebuilt before anybody could be told.
    private var wasRebuilt: Bool
    /// The file's, as others have made it.
    private var version: Int?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(path: String, sealer: Sealer, mostBytes: Int, mostPages: Int? = nil) throws {
        var layout = Self.layout
        layout.mostPages = mostPages
        let (file, found) = try layout.open(path)
        (self.path, self.sealer, self.mostBytes, self.file) = (path, sealer, mostBytes, file)
        wasRebuilt = found == .damaged
        version = try file.number("PRAGMA data_version")
    }

    /// Told of every change after it is kept, in this process.
    func observe(_ observer: @escaping @Sendable (CacheNews) -> Void) {
        observers.append(observer)
        if wasRebuilt { observer(.rebuilt) }
        wasRebuilt = false
    }

    /// Of what is looked for no name on the disk may tell.
    nonisolated func blinded(_ text: String) -> String { sealer.blinded(text) }

    /// Nil when it was never loaded.
    func listing(_ collection: String, most: Int = .max) throws -> Listing? {
        used.insert(collection)
        return try reading { try $0.listing(collection, most: most) }
    }

    func value(_ key: String, in collection: String) throws -> Data? {
        try reading { try $0.value(key, in: collection) }
    }

    func mark(_ name: String) throws -> Data? {
        try reading { try $0.mark(name) }
    }

    /// Whether another process of the app has written since this was asked last: the observers hear then that anything may have changed.
    func lookForOthers() throws {
        guard try recovering({ try $0.version() }) != version else { return }
        let (latest, there) = try recovering { edit in (try edit.version(), try edit.collections()) }
        // Once it can be told: what fails before is looked for again.
        version = latest
        // Those that are gone too.
        let all = there.union(watched.keys)
        wholes += 1
        for observer in observers { observer(.changed(all)) }
    }

    /// Counts the changes of a collection, by whichever process: who fetches looks before and after.
    func count(of collection: String) -> Int {
        try? lookForOthers()
        return counts[collection, default: 0] + wholes
    }

    /// All of it or nothing; then the observers hear which collections changed.
    @discardableResult
    func edit<Result: Sendable>(_ body: @Sendable (CacheEdit) throws -> Result) throws -> Result {
        let (used, kept, mostBytes, owner) = (used, Set(watched.keys).union(used), mostBytes, owner)
        let (result, changed, isCleared) = try recovering { edit in
            let result = try edit.transaction {
                guard try edit.isOf(owner) else { throw CareError.loggedOut }
                let result = try body(edit)
                try edit.noteUse(of: used)
                try edit.evict(downTo: mostBytes, but: kept)
                return result
            }
            return (result, edit.changed, edit.isCleared)
        }
        self.used = []
        for collection in changed { counts[collection, default: 0] += 1 }
        if isCleared { wholes += 1 }
        if !changed.isEmpty { for observer in observers { observer(.changed(changed)) } }
        return result
    }

    /// The same, unless the collection has changed since `count`: then nothing is done.
    func edit(_ collection: String, ifStill count: Int, _ body: @Sendable (CacheEdit) throws -> Void) throws -> Bool {
        guard self.count(of: collection) == count else { return false }
        let version = version
        do {
            try edit { edit in
                // Another process may have written just now.
                guard try edit.version() == version else { throw Overtaken() }
                try body(edit)
            }
        } catch is Overtaken {
            return false
        }
        return true
    }

    private struct Overtaken: Error {}

    /// What somebody looks at is not evicted.
    func watch(_ collection: String) { watched[collection, default: 0] += 1 }

    func unwatch(_ collection: String) {
        watched[collection, default: 1] -= 1
        if watched[collection] == 0 { watched[collection] = nil }
    }

    /// Empties it, unless it is this person's. Where the disk does not let it, another file takes its place, so that nobody finds what was another's. Returns
    /// whether it was another's, here or on the disk.
    @discardableResult
    func adopt(_ owner: String) throws -> Bool {
        let wasOthers = self.owner.map { $0 != owner } ?? false
        self.owner = nil
        let hadOthers: Bool
        do {
            hadOthers = try take(for: owner)
        } catch {
            beginAnew()
            // Without its owner's name it is emptied once more, at the next start.
            _ = try take(for: owner)
            hadOthers = true
        }
        self.owner = owner
        return wasOthers || hadOthers
    }

    private func take(for owner: String) throws -> Bool {
        let before = try mark(Self.ownership)
        guard before != Data(owner.utf8) else { return false }
        try erase()
        if before != nil { SQLiteFile.removeAside(path) }
        try edit { try $0.setMark(Self.ownership, Data(owner.utf8)) }
        return before != nil
    }

    /// The mark that says whose it is.
    static let ownership = "owner"

    /// Nil of what is another's.
    private func reading<Result>(_ work: (CacheEdit) throws -> Result?) throws -> Result? {
        let owner = owner
        return try recovering { edit in try edit.isOf(owner) ? work(edit) : nil }
    }

    func erase() throws {
        try edit { edit in try edit.clearAll() }
        try recovering { try $0.shrink() }
    }

    /// Empties it, if need be by another file in its place; unless another process has let somebody else in since, whose it is then.
    func forgetAll() {
        let before = owner
        owner = nil
        if let before, let now = try? mark(Self.ownership), now != Data(before.utf8) { return wholes += 1 }
        // Last: what is found damaged only as it is emptied is moved aside as well.
        defer { SQLiteFile.removeAside(path) }
        do { try edit { edit in try edit.clearAll() } } catch { return beginAnew() }
        try? recovering { try $0.shrink() }
    }

    /// Nothing of what was there is there any more. Where no file can be made, what is loaded is kept in memory for this run.
    private func beginAnew() {
        guard let memory = try? Self.layout.open(":memory:").0 else { return }
        // Closed before it is removed.
        file = memory
        SQLiteFile.remove(path)
        if !FileManager.default.fileExists(atPath: path), let made = try? Self.layout.open(path).0 { file = made }
        begun()
    }

    // MARK: Keeping it whole

    /// What cannot be read any more is thrown away, and the work done once more on an empty file.
    private func recovering<Result>(_ work: (CacheEdit) throws -> Result) throws -> Result {
        do {
            return try work(CacheEdit(file: file, sealer: sealer))
        } catch StorageFault.damaged {
            try rebuild()
            return try work(CacheEdit(file: file, sealer: sealer))
        }
    }

    /// Where no file can be made, as on a disk that is full, what is loaded is kept in memory for this run.
    private func rebuild() throws {
        // The damaged one has to be closed before it is moved.
        file = try Self.layout.open(":memory:").0
        SQLiteFile.moveAside(path)
        if let made = try? Self.layout.open(path).0 { file = made }
        begun()
    }

    private func begun() {
        version = (try? file.number("PRAGMA data_version")) ?? nil
        // Who fetches just now fetches for what was there before.
        wholes += 1
        // Without its owner's name it is nobody's, as before a login.
        if let name = owner, (try? CacheEdit(file: file, sealer: sealer).setMark(Self.ownership, Data(name.utf8))) == nil { owner = nil }
        for observer in observers { observer(.rebuilt) }
    }

    private static let layout = SQLiteFile(
        versions: [
            """
            CREATE TABLE collections (
                name TEXT PRIMARY KEY, cursor TEXT, stale INTEGER NOT NULL DEFAULT 0, used INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0
            ) WITHOUT ROWID;
            CREATE TABLE entries (
                collection TEXT NOT NULL, key TEXT NOT NULL, position INTEGER NOT NULL, value BLOB NOT NULL, PRIMARY KEY (collection, key)
            );
            CREATE INDEX entries_in_order ON entries (collection, position, key);
            CREATE TABLE marks (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
            CREATE TRIGGER entry_put AFTER INSERT ON entries BEGIN
                UPDATE collections SET bytes = bytes + length(NEW.value) WHERE name = NEW.collection;
            END;
            CREATE TRIGGER entry_changed AFTER UPDATE ON entries BEGIN
                UPDATE collections SET bytes = bytes + length(NEW.value) - length(OLD.value) WHERE name = NEW.collection;
            END;
            CREATE TRIGGER entry_gone AFTER DELETE ON entries BEGIN
                UPDATE collections SET bytes = bytes - length(OLD.value) WHERE name = OLD.collection;
            END;
            """,
            """
            ALTER TABLE marks ADD COLUMN used INTEGER;
            UPDATE marks SET used = 1000 * strftime('%s', 'now');
            CREATE TABLE mark_bytes (total INTEGER NOT NULL);
            INSERT INTO mark_bytes SELECT coalesce(sum(length(value)), 0) FROM marks;
            CREATE TRIGGER mark_put AFTER INSERT ON marks BEGIN
                UPDATE mark_bytes SET total = total + length(NEW.value);
            END;
            CREATE TRIGGER mark_changed AFTER UPDATE ON marks BEGIN
                UPDATE mark_bytes SET total = total + length(NEW.value) - length(OLD.value);
            END;
            CREATE TRIGGER mark_gone AFTER DELETE ON marks BEGIN
                UPDATE mark_bytes SET total = total - length(OLD.value);
            END;
            """
        ], synchronous: "NORMAL")
}

enum CacheNews: Equatable, Sendable {
    case changed(Set<String>)
    /// It was damaged, and is empty now.
    case rebuilt
}
