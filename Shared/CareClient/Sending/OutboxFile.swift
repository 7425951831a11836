import CareModels
import Foundation

/// What is to be sent, on disk before anybody is told that it will be. It cannot be loaded again, so it has a file of its own, and each write is there
/// before it returns.
final class OutboxFile {
    private let file: SQLite
    private let sealer: Sealer
    private let storage: CareStorage
    /// Of this process; the system lets go of it when the process ends, and then others may send what it was at.
    private let mark: ProcessLock?
    private let name = UUID().uuidString
    /// Whose it is. Another process of the app may have made it another's by now: then nothing is read of it here, and nothing added.
    private var owner: String?

    /// What was there could not be read: it was moved aside.
    let wasDamaged: Bool

    init(_ storage: CareStorage, _ sealer: Sealer, mostPages: Int? = nil) throws {
        let path = Self.path(storage)
        var layout = Self.layout
        layout.mostPages = mostPages
        var (file, found) = try layout.open(path)
        do {
            // It is short, and what does not open now would be found when it is to be sent.
            _ = try file.rows("SELECT lane, value, body FROM outbox") { row in
                _ = try sealer.open(row.bytes(1), at: Self.place(row.text(0)))
                if !row.isNull(2) { _ = try sealer.open(row.bytes(2), at: Self.body(row.text(0))) }
            }
        } catch StorageFault.damaged {
            // Closed before it is moved.
            file = try SQLite(path: ":memory:")
            SQLiteFile.moveAside(path)
            (file, found) = (try Self.layout.open(path).0, .damaged)
        }
        (self.file, self.sealer, self.storage) = (file, sealer, storage)
        wasDamaged = found == .damaged
        mark = try ProcessLock.take(storage, Self.lock(name))
        Self.sweep(storage)
    }

    /// The marks of processes that ended without removing their own. One that was made just now may be on its way to being held.
    private static func sweep(_ storage: CareStorage) {
        guard case .directory(let folder) = storage else { return }
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.contentModificationDateKey])) ?? []
        for file in files where file.lastPathComponent.hasPrefix("sender-") && file.pathExtension == "lock" {
            guard let made = (try? file.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate, made < Date() - 3600,
                let left = try? ProcessLock.take(storage, file.lastPathComponent)
            else { continue }
            try? FileManager.default.removeItem(at: file)
            withExtendedLifetime(left) {}
        }
    }

    deinit { if case .directory = storage { try? FileManager.default.removeItem(atPath: storage.path(Self.lock(name))) } }

    func entries() throws -> [OutboxMachine.Entry] {
        if try isOthers() { return [] }
        return try file.rows("SELECT position, lane, failure, subject FROM outbox ORDER BY position") { row in
            let lane = row.text(1)
            var entry = OutboxMachine.Entry(position: row.integer(0), lane: lane, subject: row.isNull(3) ? nil : row.text(3))
            // That it was refused is known, though the reason is not any more.
            if !row.isNull(2) { entry.state = .failed((try? self.failure(row.bytes(2), lane)) ?? .unreadable("what the server answered")) }
            return entry
        }
    }

    func add(_ item: OutboxItem, lane: String, about subject: String? = nil) throws -> Int {
        let (head, body) = item.parted
        if let body, try file.number("SELECT total(length(body)) FROM outbox") ?? 0 > Self.mostBytes - body.count { throw StorageFault.full }
        try file.run(
            """
            INSERT INTO outbox (lane, value, subject, body)
            SELECT ?1, ?2, ?3, ?4 WHERE ?5 IS NULL OR EXISTS (SELECT 1 FROM owner WHERE name = ?5)
            """, .text(lane), .bytes(try sealed(head, lane)), .optional(subject), try sealed(body, lane), .optional(owner))
        guard file.changes == 1 else { throw CareError.loggedOut }
        return file.lastID
    }

    /// Of large bodies together.
    private static let mostBytes = 256 << 20

    /// Both or none, about the first unless said otherwise; the second awaits it.
    func add(_ item: OutboxItem, then second: OutboxItem, lane: String, about subject: String? = nil) throws -> [OutboxMachine.Entry] {
        try file.transaction {
            let subject = subject ?? item.id.lowercaseText
            return try [item, second].map { OutboxMachine.Entry(position: try add($0, lane: lane, about: subject), lane: lane, subject: subject) }
        }
    }

    /// All or none, behind the one that the first of them awaits; none when that is not here any more.
    func add(awaiting items: [OutboxItem], lane: String) throws -> [OutboxMachine.Entry] {
        try file.transaction {
            guard let first = try self.items(lane).first(where: { $0.item.id == items.first?.awaits }) else { return [] }
            let kept = try file.rows("SELECT subject FROM outbox WHERE position = ? AND subject IS NOT NULL", .integer(first.position)) { $0.text(0) }.first
            let subject = kept ?? first.item.id.lowercaseText
            // An earlier version of the client gave some without.
            if kept == nil { try file.run("UPDATE outbox SET subject = ? WHERE position = ?", .text(subject), .integer(first.position)) }
            return try items.map { OutboxMachine.Entry(position: try add($0, lane: lane, about: subject), lane: lane, subject: subject) }
        }
    }

    /// In its place, in this lane from now on.
    func change(_ position: Int, to item: OutboxItem, lane: String, about subject: String?) throws {
        let (head, body) = item.parted
        try file.run(
            "UPDATE outbox SET lane = ?, value = ?, subject = ?, body = ? WHERE position = ?", .text(lane), .bytes(try sealed(head, lane)), .optional(subject),
            try sealed(body, lane), .integer(position))
    }

    func item(_ position: Int) throws -> (item: OutboxItem, lane: String)? {
        let found = try file.rows("SELECT lane, value FROM outbox WHERE position = ?", .integer(position)) { row -> (item: OutboxItem, lane: String) in
            (item: try self.open(row.bytes(1), row.text(0)), lane: row.text(0))
        }
        return found.first
    }

    /// All of a lane, in order; but for what another version of the client has written otherwise, or was damaged, which nobody can show.
    func items(_ lane: String) throws -> [(position: Int, item: OutboxItem)] {
        if try isOthers() { return [] }
        let rows = try file.rows("SELECT position, value FROM outbox WHERE lane = ? ORDER BY position", .text(lane)) { (position: $0.integer(0), value: $0.bytes(1)) }
        return try rows.compactMap { row in try known(row.value, lane).map { (position: row.position, item: $0) } }
    }

    /// As it was given, of the lanes of a kind: with its body, however large.
    func item(_ id: UUID, ofKind kind: String) throws -> OutboxItem? {
        if try isOthers() { return nil }
        let rows = try file.rows("SELECT position, lane, value FROM outbox WHERE substr(lane, 1, length(?1)) = ?1", .text(kind + "/")) { row in
            (position: row.integer(0), lane: row.text(1), value: row.bytes(2))
        }
        for row in rows { if let item = try known(row.value, row.lane), item.id == id { return try whole(item, at: row.position, row.lane) } }
        return nil
    }

    /// It is done, and `amended` is what becomes of those behind it about the same, in one. Returns whether any became another.
    func remove(_ position: Int, amended: (OutboxItem) throws -> AmendedItem?) throws -> Bool {
        defer { shrink() }
        return try file.transaction {
            var isAmended = false
            let later = try file.rows(
                """
                SELECT later.position, later.lane, later.value FROM outbox AS later
                JOIN outbox AS done ON done.lane = later.lane AND done.subject = later.subject AND done.position < later.position WHERE done.position = ?
                """, .integer(position)
            ) { row in (position: row.integer(0), lane: row.text(1), item: try self.known(row.bytes(2), row.text(1))) }
            for row in later {
                guard let item = row.item, var amended = try amended(item) else { continue }
                // What lies beside it goes along, sealed for where it lies then.
                if amended.item.call.body == nil { amended.item = try whole(amended.item, at: row.position, row.lane) }
                try change(row.position, to: amended.item, lane: amended.lane ?? row.lane, about: amended.subject)
                isAmended = true
            }
            try remove(position)
            return isAmended
        }
    }

    func remove(_ positions: [Int]) throws { try file.transaction { for position in positions { try remove(position) } } }

    /// Removes `gone`, unless another process is sending the one at `position`, or it was sent. Returns whether it did.
    func takeBack(_ position: Int, with gone: [Int]) throws -> Bool {
        defer { shrink() }
        return try file.transaction {
            let holders = try file.rows("SELECT holder FROM outbox WHERE position = ?", .integer(position)) { row in row.isNull(0) ? nil : row.text(0) }
            guard let holder = holders.first, try holder.map({ try isOurs($0) }) ?? true else { return false }
            for each in gone { try remove(each) }
            return true
        }
    }

    func remove(_ position: Int) throws { try file.run("DELETE FROM outbox WHERE position = ?", .integer(position)) }

    /// Those of the lane that wait and that nobody is sending: a later one says the same anew. What reaches further than it does is what stays.
    func replace(lane: String, with item: OutboxItem) throws -> (added: Int, removed: [Int]) {
        try file.transaction {
            let rows = try file.rows("SELECT position, value FROM outbox WHERE lane = ? AND holder IS NULL", .text(lane)) { row in
                (position: row.integer(0), value: row.bytes(1))
            }
            var furthest = item
            for row in rows {
                if let before = try? known(row.value, lane), before.reach ?? .min > furthest.reach ?? .min { furthest = before }
                try remove(row.position)
            }
            return (try add(furthest, lane: lane), rows.map(\.position))
        }
    }

    func keep(_ failure: CareError?, of position: Int) throws {
        guard let lane = try file.rows("SELECT lane FROM outbox WHERE position = ?", .integer(position), read: { $0.text(0) }).first else { return }
        let sealed = try failure.map { try sealer.seal(Wire.encode(KeptFailure($0)), at: Self.place(lane) + "/failure") }
        try file.run("UPDATE outbox SET failure = ?, holder = NULL WHERE position = ?", sealed.map { .bytes($0) } ?? .null, .integer(position))
    }

    /// Of these of a lane those that this process may send now, from the first on: they are there still, nothing else waits before or between them, and no living
    /// process has them. No more than their calls' bodies have `mostBytes` together, but for the first.
    func claim(_ positions: [Int], of lane: String, mostBytes: Int = .max) throws -> [(position: Int, item: OutboxItem)] {
        try file.transaction {
            if try isOthers() { return [] }
            var items: [(position: Int, item: OutboxItem)] = []
            var bytes = 0
            for (position, head) in zip(positions, try heads(of: lane, most: positions.count)) {
                guard head.position == position, try head.holder.map({ try isOurs($0) }) ?? true else { break }
                let item = try claimed(head, lane)
                bytes += item.call.body?.count ?? 0
                guard items.isEmpty || bytes <= mostBytes else { break }
                try file.run("UPDATE outbox SET holder = ? WHERE position = ?", .text(name), .integer(position))
                items.append((position, item))
            }
            return items
        }
    }

    /// What was damaged since the start is none to wait for: of the file as a whole the disk says so, before anything is opened.
    private func claimed(_ head: Head, _ lane: String) throws -> OutboxItem {
        do {
            return try whole(open(head.value, lane), at: head.position, lane)
        } catch StorageFault.damaged {
            throw CareError.unreadable("what was to be sent")
        }
    }

    private struct Head {
        var position: Int
        var holder: String?
        /// Sealed.
        var value: Data
    }

    /// What waits in the lane, in order, but for what is about something that was refused.
    private func heads(of lane: String, most: Int) throws -> [Head] {
        try file.rows(
            """
            SELECT position, holder, value FROM outbox AS head WHERE lane = ? AND failure IS NULL AND NOT EXISTS (
                SELECT 1 FROM outbox AS refused
                WHERE refused.lane = head.lane AND refused.subject = head.subject AND refused.failure IS NOT NULL AND refused.position < head.position)
            ORDER BY position LIMIT ?
            """, .text(lane), .integer(most)
        ) { row in Head(position: row.integer(0), holder: row.isNull(1) ? nil : row.text(1), value: row.bytes(2)) }
    }

    func release(_ positions: [Int]) throws {
        try file.transaction {
            for position in positions { try file.run("UPDATE outbox SET holder = NULL WHERE position = ? AND holder = ?", .integer(position), .text(name)) }
        }
    }

    /// Empties it, unless it is this person's.
    func adopt(_ owner: String) throws {
        self.owner = owner
        // Mostly it is, and then nobody has to wait for who writes.
        if try !isOthers() { return }
        let hadOther = try file.transaction {
            if try !isOthers() { return false }
            let hadOther = try file.number("SELECT 1 FROM owner") != nil
            try empty()
            try file.run("INSERT INTO owner (name) VALUES (?)", .text(owner))
            return hadOther
        }
        if hadOther { SQLiteFile.removeAside(path) }
    }

    /// Unless another process has let somebody else in since, whose it is then.
    func erase() throws {
        let isOurs = try file.transaction {
            let isOurs = try file.number("SELECT 1 FROM owner") == nil || !isOthers()
            if isOurs { try empty() }
            return isOurs
        }
        if isOurs { SQLiteFile.removeAside(path) }
        shrink()
        owner = nil
    }

    private func empty() throws(StorageFault) { try file.script("DELETE FROM outbox; DELETE FROM owner") }

    /// Files that were sent take no room any more. Where the disk does not let it just now, the next one does it.
    private func shrink() {
        guard let free = try? file.number("PRAGMA freelist_count"), free > Self.mostFree else { return }
        try? file.script("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Pages, of 4 KiB.
    private static let mostFree = 64

    private func isOthers() throws(StorageFault) -> Bool {
        guard let owner else { return false }
        return try file.number("SELECT 1 FROM owner WHERE name = ?", .text(owner)) == nil
    }

    // MARK: Inside

    /// Ours, or of a process that is no more.
    private func isOurs(_ holder: String) throws -> Bool {
        if holder == name { return true }
        guard case .directory = storage, UUID(strictly: holder) != nil else { return true }
        guard let left = try ProcessLock.take(storage, Self.lock(holder)) else { return false }
        try? FileManager.default.removeItem(atPath: storage.path(Self.lock(holder)))
        withExtendedLifetime(left) {}
        return true
    }

    private func sealed(_ item: OutboxItem, _ lane: String) throws -> Data { try sealer.seal(Wire.encode(item), at: Self.place(lane)) }

    private func sealed(_ body: Data?, _ lane: String) throws -> SQLite.Value {
        try body.map { .bytes(try sealer.seal($0, at: Self.body(lane))) } ?? .null
    }

    /// With the body that lies beside it, if one does.
    private func whole(_ item: OutboxItem, at position: Int, _ lane: String) throws -> OutboxItem {
        guard item.call.body == nil else { return item }
        var item = item
        item.call.body = try file.rows("SELECT body FROM outbox WHERE position = ? AND body IS NOT NULL", .integer(position)) { row in
            try self.sealer.open(row.bytes(0), at: Self.body(lane))
        }.first
        return item
    }

    private func open(_ sealed: Data, _ lane: String) throws -> OutboxItem {
        try Wire.decode(OutboxItem.self, from: sealer.open(sealed, at: Self.place(lane)))
    }

    /// Nil of what opens and cannot be read, and of what was damaged since the start and does not open: what lies beside it is shown.
    private func known(_ sealed: Data, _ lane: String) throws -> OutboxItem? {
        do { return try open(sealed, lane) } catch is DecodingError, StorageFault.damaged { return nil }
    }

    private func failure(_ sealed: Data, _ lane: String) throws -> CareError {
        try Wire.decode(KeptFailure.self, from: sealer.open(sealed, at: Self.place(lane) + "/failure")).error
    }

    private var path: String { Self.path(storage) }
    private static func path(_ storage: CareStorage) -> String { storage.path("outbox.sqlite") }
    private static func place(_ lane: String) -> String { "outbox/" + lane }
    private static func body(_ lane: String) -> String { place(lane) + "/body" }
    private static func lock(_ name: String) -> String { "sender-\(name).lock" }

    private static let layout = SQLiteFile(
        versions: [
            """
            CREATE TABLE outbox (position INTEGER PRIMARY KEY AUTOINCREMENT, lane TEXT NOT NULL, value BLOB NOT NULL, failure BLOB, holder TEXT);
            CREATE INDEX outbox_lanes ON outbox (lane, position);
            CREATE TABLE owner (name TEXT PRIMARY KEY) WITHOUT ROWID;
            """, "ALTER TABLE outbox ADD COLUMN subject TEXT", "ALTER TABLE outbox ADD COLUMN body BLOB"
        ], synchronous: "FULL")
}
