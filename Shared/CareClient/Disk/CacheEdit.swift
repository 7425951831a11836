import Foundation

/// What can be read and changed within one transaction of the cache.
final class CacheEdit {
    private let file: SQLite
    private let sealer: Sealer
    private(set) var changed: Set<String> = []
    private(set) var isCleared = false

    init(file: SQLite, sealer: Sealer) {
        self.file = file
        self.sealer = sealer
    }

    // MARK: Reading

    /// Another one, once another connection has written.
    func version() throws -> Int { try file.number("PRAGMA data_version") ?? 0 }

    func collections() throws -> Set<String> { Set(try file.rows("SELECT name FROM collections") { $0.text(0) }) }

    func isKnown(_ collection: String) throws -> Bool {
        try file.number("SELECT 1 FROM collections WHERE name = ?", .text(collection)) != nil
    }

    /// Whether what stands at this place belongs among what is here of the list, and not behind where it goes on.
    func reaches(_ position: Int, in collection: String) throws -> Bool {
        try file.number(
            "SELECT 1 FROM collections WHERE name = ?1 AND (cursor IS NULL OR (SELECT min(position) FROM entries WHERE collection = ?1) <= ?2)",
            .text(collection), .integer(position)) != nil
    }

    func holds(_ position: Int, in collection: String) throws -> Bool {
        try file.number("SELECT 1 FROM entries WHERE collection = ? AND position = ?", .text(collection), .integer(position)) != nil
    }

    func listing(_ collection: String, most: Int) throws -> DiskCache.Listing? {
        let heads = try file.rows("SELECT cursor, stale FROM collections WHERE name = ?", .text(collection)) { row in
            (cursor: row.isNull(0) ? nil : row.text(0), isStale: row.integer(1) != 0)
        }
        guard let head = heads.first else { return nil }
        let limit = most == .max ? -1 : most + 1
        let found = try file.rows(
            "SELECT key, value FROM entries WHERE collection = ? ORDER BY position DESC, key DESC LIMIT ?", .text(collection), .integer(limit)
        ) { try self.sealer.open($0.bytes(1), at: Self.place($0.text(0), collection)) }
        return DiskCache.Listing(values: Array(found.prefix(most)), hasMoreHere: found.count > most, cursor: head.cursor, isStale: head.isStale)
    }

    func value(_ key: String, in collection: String) throws -> Data? {
        try file.rows("SELECT value FROM entries WHERE collection = ? AND key = ?", .text(collection), .text(key)) {
            try self.sealer.open($0.bytes(0), at: Self.place(key, collection))
        }.first
    }

    /// Of what stands at this place or above.
    func keys(from position: Int, in collection: String) throws -> [(key: String, position: Int)] {
        try file.rows("SELECT key, position FROM entries WHERE collection = ? AND position >= ?", .text(collection), .integer(position)) {
            ($0.text(0), $0.integer(1))
        }
    }

    func position(of key: String, in collection: String) throws -> Int? {
        try file.number("SELECT position FROM entries WHERE collection = ? AND key = ?", .text(collection), .text(key))
    }

    /// Whether more than so many stand below this place.
    func holds(more count: Int, below position: Int, in collection: String) throws -> Bool {
        try file.number(
            "SELECT 1 FROM entries WHERE collection = ? AND position < ? LIMIT 1 OFFSET ?", .text(collection), .integer(position), .integer(count)) != nil
    }

    func mark(_ name: String) throws -> Data? {
        try file.rows("SELECT value FROM marks WHERE name = ?", .text(name)) { try self.sealer.open($0.bytes(0), at: "mark/" + name) }.first
    }

    // MARK: Changing

    /// From then on the collection is known, and its list on the server goes on at `cursor`.
    func know(_ collection: String, cursor: String?) throws {
        try file.run(
            """
            INSERT INTO collections (name, cursor, used) VALUES (?, ?, (SELECT coalesce(max(used), 0) + 1 FROM collections))
            ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, stale = 0
            """, .text(collection), cursor.map { .text($0) } ?? .null)
        changed.insert(collection)
    }

    /// One more part of a list that is known, which goes on at `cursor`. Whether the rest is old is not said by that.
    func goOn(_ collection: String, cursor: String?) throws {
        try file.run("UPDATE collections SET cursor = ? WHERE name = ?", .optional(cursor), .text(collection))
        changed.insert(collection)
    }

    func put(_ value: Data, _ key: String, at position: Int, in collection: String) throws {
        try file.run(
            """
            INSERT INTO entries (collection, key, position, value) VALUES (?, ?, ?, ?)
            ON CONFLICT (collection, key) DO UPDATE SET position = excluded.position, value = excluded.value
            """, .text(collection), .text(key), .integer(position), .bytes(try sealer.seal(value, at: Self.place(key, collection))))
        changed.insert(collection)
    }

    /// Something was told of it that is not kept, since it was never loaded: what is loaded of it just now may be from before.
    func passOver(_ collection: String) { changed.insert(collection) }

    /// The same of what lies behind all that is here of a list that is known: a part that is loaded just now may be from before.
    func passOver(behind collection: String) { changed.insert(Self.behind(collection)) }

    /// By what name it is counted.
    static func behind(_ collection: String) -> String { collection + "/behind" }

    func remove(_ key: String, from collection: String) throws {
        try file.run("DELETE FROM entries WHERE collection = ? AND key = ?", .text(collection), .text(key))
        if file.changes > 0 { changed.insert(collection) }
    }

    /// Nothing is in it, and it is known still.
    func empty(_ collection: String) throws {
        try file.run("DELETE FROM entries WHERE collection = ?", .text(collection))
        changed.insert(collection)
    }

    /// As if it had never been loaded.
    func forget(_ collection: String) throws {
        try empty(collection)
        try file.run("DELETE FROM collections WHERE name = ?", .text(collection))
    }

    /// What these hold may be old in any part; `names` begin with one of `prefixes`.
    func markStale(_ prefixes: [String]) throws {
        for prefix in prefixes {
            try file.run("UPDATE collections SET stale = 1 WHERE substr(name, 1, length(?1)) = ?1", .text(prefix))
        }
    }

    /// `used`: when, of one that goes when nobody uses it any more.
    func setMark(_ name: String, _ value: Data?, used instant: Date? = nil) throws {
        guard let value else { return try file.run("DELETE FROM marks WHERE name = ?", .text(name)) }
        try file.run(
            """
            INSERT INTO marks (name, value, used) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value, used = excluded.used
            """, .text(name), .bytes(try sealer.seal(value, at: "mark/" + name)), instant.map { .integer($0.milliseconds) } ?? .null)
    }

    /// Of marks whose names begin so, those that were not used since.
    func removeMarks(_ prefix: String, unusedSince instant: Date) throws {
        try file.run("DELETE FROM marks WHERE \(Self.begins) AND used < ?2", .text(prefix), .integer(instant.milliseconds))
    }

    /// Of marks whose names begin so, all but so many that were used last.
    func removeMarks(_ prefix: String, butFor most: Int) throws {
        let count = try file.number("SELECT count(*) FROM marks WHERE \(Self.begins)", .text(prefix)) ?? 0
        guard count > most else { return }
        try file.run(
            "DELETE FROM marks WHERE name IN (SELECT name FROM marks WHERE \(Self.begins) ORDER BY used LIMIT ?2)", .text(prefix), .integer(count - most))
    }

    /// Found by the key, however many others there are.
    private static let begins = "name >= ?1 AND name < ?1 || char(1114111)"

    func clearAll() throws {
        changed.formUnion(try collections())
        isCleared = true
        try file.script("DELETE FROM entries; DELETE FROM collections; DELETE FROM marks")
    }

    /// Whether what is here is this person's; nil: whosever it is.
    func isOf(_ owner: String?) throws -> Bool {
        guard let owner else { return true }
        return try mark(DiskCache.ownership) == Data(owner.utf8)
    }

    /// The same of what came for somebody: nobody may have said yet whose this is.
    func mayBeOf(_ owner: String?) throws -> Bool {
        guard let owner, let known = try mark(DiskCache.ownership) else { return true }
        return known == Data(owner.utf8)
    }

    // MARK: Keeping house

    func transaction<Result>(_ body: () throws -> Result) throws -> Result { try file.transaction(body) }

    func noteUse(of collections: Set<String>) throws {
        for name in collections {
            try file.run("UPDATE collections SET used = (SELECT max(used) + 1 FROM collections) WHERE name = ?", .text(name))
        }
    }

    /// The collections that nobody has looked at for longest go first, and whole: a list with a hole in it could not be shown.
    func evict(downTo most: Int, but kept: Set<String>) throws {
        var excess = (try file.number("SELECT total + (SELECT coalesce(sum(bytes), 0) FROM collections) FROM mark_bytes") ?? 0) - most
        guard excess > 0 else { return }
        let all = try file.rows("SELECT name, bytes FROM collections ORDER BY used") { (name: $0.text(0), bytes: $0.integer(1)) }
        for collection in all where excess > 0 && !kept.contains(collection.name) {
            try forget(collection.name)
            excess -= collection.bytes
        }
    }

    func shrink() throws {
        // A file of an earlier version does not give back its pages by itself.
        let isWritten = try file.number("PRAGMA auto_vacuum") == 0
        try file.script(isWritten ? "PRAGMA auto_vacuum = INCREMENTAL; VACUUM" : "PRAGMA incremental_vacuum")
        try file.script("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private static func place(_ key: String, _ collection: String) -> String { "\(collection)/\(key)" }
}
