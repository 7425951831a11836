import Foundation
import Testing

@testable import CareClient

@Suite(.timeLimit(.minutes(3))) struct DiskCacheTests {
    static func put(_ count: Int, in collection: String, bytes: Int = 3, _ cache: DiskCache) async throws {
        try await cache.edit { edit in
            try edit.know(collection, cursor: "next")
            for number in 1...count { try edit.put(Data(repeating: UInt8(number % 256), count: bytes), "\(number)", at: number, in: collection) }
        }
    }

    @Test func givesTheHighestPositionsFirst() async throws {
        let device = TestDevice()
        let cache = try device.cache()
        #expect(try await cache.listing("a") == nil)
        try await Self.put(5, in: "a", cache)
        let listing = try #require(try await cache.listing("a", most: 2))
        #expect(listing.values.map(\.first) == [5, 4] && listing.hasMoreHere && listing.cursor == "next" && !listing.isStale)
        #expect(try await cache.listing("a")?.values.count == 5)
    }

    /// Of a list that goes on: what lies behind its end would be shown with a hole before it.
    @Test func tellsWhatBelongsAmongWhatIsHere() async throws {
        let cache = try TestDevice().cache()
        try await cache.edit { edit in
            try edit.know("a", cursor: "next")
            for number in 16...20 { try edit.put(Data([1]), "\(number)", at: number, in: "a") }
            #expect(try edit.reaches(21, in: "a") && edit.reaches(16, in: "a") && !edit.reaches(15, in: "a") && !edit.reaches(21, in: "b"))
            #expect(try edit.holds(18, in: "a") && !edit.holds(15, in: "a") && !edit.holds(18, in: "b"))
            try edit.goOn("a", cursor: nil)
            #expect(try edit.reaches(3, in: "a"))
        }
    }

    @Test func whatIsOldStaysOldWhenMoreOfItComes() async throws {
        let cache = try TestDevice().cache()
        try await Self.put(3, in: "a", cache)
        try await cache.edit { edit in
            try edit.markStale(["a"])
            try edit.goOn("a", cursor: "later")
        }
        #expect(try await cache.listing("a")?.isStale == true)
        #expect(try await cache.listing("a")?.cursor == "later")
    }

    @Test func outlivesItsProcess() async throws {
        let device = TestDevice()
        do { try await Self.put(5, in: "a", device.cache()) }
        #expect(try await device.cache().listing("a")?.values.count == 5)
    }

    @Test func anEditIsAllOrNothing() async throws {
        let cache = try TestDevice().cache()
        try await Self.put(5, in: "a", cache)
        await #expect(throws: CareError.offline) {
            try await cache.edit { edit in
                try edit.remove("1", from: "a")
                throw CareError.offline
            }
        }
        #expect(try await cache.listing("a")?.values.count == 5)
        #expect(await cache.count(of: "a") == 1)
    }

    @Test func nothingOfItCanBeReadOnTheDisk() async throws {
        let device = TestDevice()
        let secret = Data("Seit Montag tut mir die Ferse weh".utf8)
        do {
            let cache = try device.cache()
            try await cache.edit { edit in
                try edit.know("a", cursor: nil)
                try edit.put(secret, "1", at: 1, in: "a")
                try edit.setMark("m", secret)
            }
        }
        for name in ["cache.sqlite", "cache.sqlite-wal"] {
            guard let bytes = FileManager.default.contents(atPath: device.storage.path(name)) else { continue }
            #expect(bytes.range(of: secret) == nil)
        }
    }

    @Test func aValueThatWasMovedDoesNotOpen() throws {
        let sealer = try Sealer(.memory())
        let sealed = try sealer.seal(Data([1, 2, 3]), at: "a/1")
        #expect(try sealer.open(sealed, at: "a/1") == Data([1, 2, 3]))
        #expect(throws: StorageFault.damaged) { try sealer.open(sealed, at: "a/2") }
    }

    // MARK: Damage

    @Test(arguments: ["garbage", "cut", "empty"]) func aDamagedFileIsMadeAnewAndSaidSo(how: String) async throws {
        let device = TestDevice()
        do { try await Self.put(200, in: "a", bytes: 500, device.cache()) }
        let path = device.storage.path("cache.sqlite")
        let whole = try #require(FileManager.default.contents(atPath: path))
        let damaged =
            switch how {
            case "garbage": Data((0..<whole.count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            case "cut": Data(whole.prefix(whole.count / 2))
            default: Data()
            }
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try damaged.write(to: URL(fileURLWithPath: path))

        let news = Locked<[CacheNews]>([])
        let cache = try device.cache()
        await cache.observe { each in news.withLock { $0.append(each) } }
        // Somewhere in it: all is read.
        _ = try await cache.listing("a")
        try await Self.put(3, in: "b", cache)
        #expect(try await cache.listing("b")?.values.count == 3)
        if how != "empty" { #expect(news.withLock { $0 }.contains(.rebuilt)) }
    }

    /// Nor can one be made in its place: what is loaded is shown all the same, in this run.
    @Test func whatIsDamagedOnADiskThatTakesNothingIsKeptInMemory() async throws {
        let device = TestDevice()
        let cache = try device.cache()
        try await cache.adopt("one")
        try await Self.put(3, in: "a", cache)
        try SQLite(path: device.storage.path("cache.sqlite")).script("UPDATE entries SET value = x'00'")
        try FileManager.default.removeItem(at: device.folder)
        #expect(try await cache.listing("a") == nil)
        try await Self.put(2, in: "b", cache)
        #expect(try await cache.listing("b")?.values.count == 2)
        // Whose it is, is known still.
        #expect(try await !cache.adopt("one"))
        #expect(try await cache.listing("b")?.values.count == 2)
    }

    @Test func aFileOfAnotherKeyIsMadeAnew() async throws {
        let device = TestDevice()
        do { try await Self.put(3, in: "a", device.cache()) }
        try device.keychain.write("disk-key", nil)
        let cache = try device.cache()
        #expect(try await cache.listing("a") == nil)
        try await Self.put(2, in: "a", cache)
        #expect(try await cache.listing("a")?.values.count == 2)
    }

    @Test func aFileOfALaterVersionIsMadeAnew() async throws {
        let device = TestDevice()
        do { try await Self.put(3, in: "a", device.cache()) }
        try SQLite(path: device.storage.path("cache.sqlite")).script("PRAGMA user_version = 99")
        #expect(try await device.cache().listing("a") == nil)
    }

    // MARK: Several processes

    @Test func twoWriteAtTheSameTime() async throws {
        let device = TestDevice()
        let (one, other) = (try device.cache(), try device.cache())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, cache) in [one, other].enumerated() {
                group.addTask {
                    for number in 0..<100 {
                        try await cache.edit { edit in
                            try edit.know("a", cursor: nil)
                            try edit.put(Data([1]), "\(index)-\(number)", at: number, in: "a")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await one.listing("a")?.values.count == 200)
        #expect(try await other.listing("a")?.values.count == 200)
    }

    // MARK: Size

    @Test func whatNobodyLookedAtForLongestGoesFirst() async throws {
        let cache = try TestDevice().cache(mostBytes: 10_000)
        for name in ["a", "b", "c"] { try await Self.put(3, in: name, bytes: 900, cache) }
        _ = try await cache.listing("a")
        try await Self.put(3, in: "d", bytes: 900, cache)
        #expect(try await cache.listing("a") != nil)
        #expect(try await cache.listing("b") == nil)
        #expect(try await cache.listing("d") != nil)
    }

    @Test func whatIsWatchedStays() async throws {
        let cache = try TestDevice().cache(mostBytes: 10_000)
        for name in ["a", "b", "c"] { try await Self.put(3, in: name, bytes: 900, cache) }
        await cache.watch("a")
        for name in ["d", "e", "f"] { try await Self.put(3, in: name, bytes: 900, cache) }
        #expect(try await cache.listing("a") != nil)
        await cache.unwatch("a")
        for name in ["g", "h", "i", "j"] { try await Self.put(3, in: name, bytes: 900, cache) }
        #expect(try await cache.listing("a") == nil)
    }

    @Test func marksTakeRoomToo() async throws {
        let cache = try TestDevice().cache(mostBytes: 10_000)
        for name in ["a", "b"] { try await Self.put(3, in: name, bytes: 900, cache) }
        for size in [9000, 6000] { try await cache.edit { try $0.setMark("m", Data(count: size)) } }
        #expect(try await cache.listing("a") == nil)
        try await cache.edit { try $0.setMark("m", nil) }
        for name in ["c", "d", "e"] { try await Self.put(3, in: name, bytes: 900, cache) }
        for name in ["c", "d", "e"] { #expect(try await cache.listing(name) != nil) }
    }

    @Test func marksThatNobodyUsesGo() async throws {
        let (cache, now) = (try TestDevice().cache(), Date(timeIntervalSince1970: 1_790_000_000))
        try await cache.edit { edit in
            for number in 1...5 { try edit.setMark("x/\(number)", Data([1]), used: now.addingTimeInterval(TimeInterval(number))) }
            for name in ["x", "y/1"] { try edit.setMark(name, Data([1])) }
            func there() throws -> [String] { try ["x", "x/1", "x/2", "x/3", "x/4", "x/5", "y/1"].filter { try edit.mark($0) != nil } }
            try edit.removeMarks("x/", unusedSince: now.addingTimeInterval(2))
            #expect(try there() == ["x", "x/2", "x/3", "x/4", "x/5", "y/1"])
            try edit.setMark("x/2", Data([1]), used: now.addingTimeInterval(6))
            try edit.removeMarks("x/", butFor: 2)
            #expect(try there() == ["x", "x/2", "x/5", "y/1"])
        }
    }

    /// What it holds stays, and is counted.
    @Test func aFileOfAnEarlierVersionGoesOn() async throws {
        let device = TestDevice()
        do {
            let cache = try device.cache(mostBytes: 10_000)
            try await Self.put(3, in: "a", bytes: 900, cache)
            try await cache.edit { try $0.setMark("m", Data(count: 7000)) }
        }
        try SQLite(path: device.storage.path("cache.sqlite")).script(
            """
            DROP TRIGGER mark_put; DROP TRIGGER mark_changed; DROP TRIGGER mark_gone; DROP TABLE mark_bytes; ALTER TABLE marks DROP COLUMN used;
            PRAGMA user_version = 1
            """)
        let cache = try device.cache(mostBytes: 10_000)
        #expect(try await cache.mark("m")?.count == 7000)
        #expect(try await cache.listing("a")?.values.count == 3)
        try await cache.edit { try $0.know("b", cursor: nil) }
        try await Self.put(3, in: "c", bytes: 900, cache)
        #expect(try await cache.listing("a") == nil)
    }

    // MARK: Whose it is

    @Test func anotherPersonFindsNothing() async throws {
        let cache = try TestDevice().cache()
        try await cache.adopt("one")
        try await Self.put(3, in: "a", cache)
        try await cache.adopt("one")
        #expect(try await cache.listing("a") != nil)
        try await cache.adopt("other")
        #expect(try await cache.listing("a") == nil)
    }

    /// The disk does not let it be emptied: another file takes its place, and nobody finds what was another's, now or later.
    @Test(arguments: ["login", "logout"]) func whatCannotBeEmptiedIsRemoved(how: String) async throws {
        let device = TestDevice()
        let cache = try device.cache()
        try await cache.adopt("one")
        try await Self.put(3, in: "a", cache)
        try SQLite(path: device.storage.path("cache.sqlite")).script("CREATE TRIGGER stuck BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'stuck'); END")
        if how == "login" { try await cache.adopt("other") } else { await cache.forgetAll() }
        #expect(try await cache.listing("a") == nil)
        try await Self.put(2, in: "b", cache)
        #expect(try await cache.listing("b")?.values.count == 2)
        let next = try device.cache()
        #expect(try await next.listing("a") == nil)
        #expect(try await next.listing("b")?.values.count == 2)
    }

    @Test(arguments: ["login", "logout"]) func whatWasMovedAsideGoesWithWhoseItWas(how: String) async throws {
        let device = TestDevice()
        let (cache, path) = (try device.cache(), device.storage.path("cache.sqlite"))
        try await cache.adopt("one")
        try await Self.put(3, in: "a", cache)
        try SQLite(path: path).script("UPDATE entries SET value = x'00'")
        #expect(try await cache.listing("a") == nil)
        try await cache.adopt("one")
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
        if how == "login" { try await cache.adopt("other") } else { await cache.forgetAll() }
        #expect(!FileManager.default.fileExists(atPath: path + ".damaged"))
    }

    /// Nobody has read of it before.
    @Test func whatIsFoundDamagedAsItIsEmptiedGoesToo() async throws {
        let device = TestDevice()
        do { try await Self.put(200, in: "a", bytes: 500, device.cache()) }
        let path = device.storage.path("cache.sqlite")
        let whole = try #require(FileManager.default.contents(atPath: path))
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        // All but the first page, with which it is opened.
        let damaged = whole.prefix(4096) + Data((4096..<whole.count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try damaged.write(to: URL(fileURLWithPath: path))

        let (cache, news) = (try device.cache(), Locked<[CacheNews]>([]))
        await cache.observe { each in news.withLock { $0.append(each) } }
        #expect(news.withLock { $0 }.isEmpty)
        await cache.forgetAll()
        #expect(news.withLock { $0 }.contains(.rebuilt))
        #expect(!FileManager.default.fileExists(atPath: path + ".damaged"))
    }

    /// What was thrown away takes no room, in a file of an earlier version either, which kept its pages.
    @Test(arguments: [false, true]) func aFileThatIsEmptiedIsSmall(isOfBefore: Bool) async throws {
        let device = TestDevice()
        let path = device.storage.path("cache.sqlite")
        if isOfBefore {
            do { _ = try device.cache() }
            try SQLite(path: path).script("PRAGMA auto_vacuum = NONE; VACUUM")
        }
        let cache = try device.cache()
        try await Self.put(2000, in: "a", bytes: 1000, cache)
        try await cache.erase()
        let size = try #require(FileManager.default.contents(atPath: path)?.count)
        #expect(size < 200_000)
        try await Self.put(3, in: "b", cache)
        #expect(try await cache.listing("b")?.values.count == 3)
    }

    @Test func tellsWhatHasChanged() async throws {
        let cache = try TestDevice().cache()
        let news = Locked<[CacheNews]>([])
        await cache.observe { each in news.withLock { $0.append(each) } }
        try await Self.put(3, in: "a", cache)
        try await cache.edit { try $0.remove("nothing", from: "a") }
        try await cache.edit { try $0.remove("1", from: "a") }
        #expect(news.withLock { $0 } == [.changed(["a"]), .changed(["a"])])
    }

    /// An extension shares the folder.
    @Test func whatAnotherProcessHasWrittenIsHeardOf() async throws {
        let device = TestDevice()
        let (app, other) = (try device.cache(), try device.cache())
        let heard = Locked<[CacheNews]>([])
        await app.observe { news in heard.withLock { $0.append(news) } }
        try await app.edit { try $0.know("mine", cursor: nil) }
        try await app.lookForOthers()
        #expect(heard.withLock { $0 } == [.changed(["mine"])])
        let count = await app.count(of: "theirs")
        try await other.edit { try $0.know("theirs", cursor: nil) }
        try await app.lookForOthers()
        #expect(heard.withLock { $0.last } == .changed(["mine", "theirs"]))
        // What is on its way from the server may be older than that.
        #expect(await app.count(of: "theirs") == count + 1)
        try await app.lookForOthers()
        #expect(heard.withLock { $0.count } == 2)
    }
}
