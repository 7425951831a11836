import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// The outbox on disk, against a server that answers as each test says.
@Suite(.timeLimit(.minutes(3))) struct OutboxTests {
    static func outbox(_ device: TestDevice, of person: UserID = TestDevice.user, mostPages: Int? = nil) async throws -> Outbox {
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        try device.keychain.logIn(person, token: "access-1", until: device.now.addingTimeInterval(600))
        let session = try device.session()
        let api = API(server: TestDevice.address, transport: device.server, clock: device.clock, language: "en", session: session)
        return try Outbox(device.storage, Sealer(device.keychain), api, kinds: [:], mostPages: mostPages) { _ in }
    }

    static func item(_ number: Int) throws -> OutboxItem {
        OutboxItem(id: UUID(), call: try .post("/things", ["number": number], key: "key-\(number)"), createdAt: Date(timeIntervalSince1970: 0))
    }

    /// Waits until a lane is as `isDone` wants it.
    static func wait(_ outbox: Outbox, _ lane: String = "a/1", until isDone: ([Pending]) -> Bool) async throws {
        while !isDone(try await outbox.pending(lane)) { try await Task.sleep(for: .milliseconds(2)) }
    }

    static func keys(_ device: TestDevice) -> [String] { device.server.calls.compactMap { $0.headers["Idempotency-Key"] } }

    @Test func theMarksOfProcessesThatAreNoMoreAreSwept() async throws {
        let device = TestDevice()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let left = ["ended", "living", "new"].map { "sender-\($0).lock" }
        for name in left {
            let made = name.contains("new") ? Date() : Date() - 7200
            _ = FileManager.default.createFile(atPath: device.storage.path(name), contents: nil, attributes: [.modificationDate: made])
        }
        let living = try #require(try ProcessLock.take(device.storage, left[1]))
        let outbox = try await Self.outbox(device)
        let there = try FileManager.default.contentsOfDirectory(atPath: device.folder.path)
        #expect(left.map(there.contains) == [false, true, true])
        #expect(there.count { $0.hasPrefix("sender-") } == 3, "its own is there too")
        withExtendedLifetime((living, outbox)) {}
    }

    @Test func sendsInOrder() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json("{}", status: 201) }
        let outbox = try await Self.outbox(device)
        try await outbox.open(for: TestDevice.user)
        for number in 1...20 { try await outbox.add(Self.item(number), lane: "a/1") }
        try await Self.wait(outbox) { $0.isEmpty }
        #expect(Self.keys(device) == (1...20).map { "key-\($0)" })
    }

    @Test func triesAgainUnderTheSameKeyBeforeTheRest() async throws {
        let device = TestDevice()
        device.server.answerInTurn { number, _ in
            switch number {
            case 1: throw TransportFault.unreachable
            case 2: return HTTPReply(status: 503, headers: ["Retry-After": "2"])
            case 3: return .problem("too-many-requests", 429)
            default: return .json("{}", status: 201)
            }
        }
        let outbox = try await Self.outbox(device)
        try await outbox.open(for: TestDevice.user)
        for number in 1...2 { try await outbox.add(Self.item(number), lane: "a/1") }
        try await Self.wait(outbox) { $0.isEmpty }
        #expect(Self.keys(device) == ["key-1", "key-1", "key-1", "key-1", "key-2"])
    }

    @Test func whatIsRefusedStaysWithItsReason() async throws {
        let device = TestDevice()
        device.server.answer { call in call.headers["Idempotency-Key"] == "key-1" ? .problem("not-received", 403) : .json("{}", status: 201) }
        do {
            let outbox = try await Self.outbox(device)
            try await outbox.open(for: TestDevice.user)
            for number in 1...2 { try await outbox.add(Self.item(number), lane: "a/1") }
            try await Self.wait(outbox) { $0.count == 1 && $0[0].delivery != .sending && $0[0].delivery != .toBeSent }
        }
        // After a restart too.
        let outbox = try await Self.outbox(device)
        try await outbox.open(for: TestDevice.user)
        let left = try #require(try await outbox.pending("a/1").first)
        guard case .failed(.refused(let problem)) = left.delivery else {
            Issue.record("\(left.delivery)")
            return
        }
        #expect(problem.name == "not-received" && problem.status == 403)
        #expect(Self.keys(device) == ["key-1", "key-2"])

        device.server.answer { _ in .json("{}", status: 201) }
        try await outbox.retry(left.item.id, lane: "a/1")
        try await Self.wait(outbox) { $0.isEmpty }
        #expect(Self.keys(device) == ["key-1", "key-2", "key-1"])
    }

    @Test func whatWasNotSentIsSentByTheNext() async throws {
        let device = TestDevice()
        do {
            let outbox = try await Self.outbox(device)
            for number in 1...3 { try await outbox.add(Self.item(number), lane: "a/1") }
        }
        // Nobody has logged in yet: what is there is nobody's, and another's to erase.
        let outbox = try await Self.outbox(device)
        try await outbox.open(for: TestDevice.user)
        #expect(try await outbox.pending("a/1").isEmpty)
        await outbox.close()
        for number in 4...6 { try await outbox.add(Self.item(number), lane: "a/1") }

        device.server.answer { _ in .json("{}", status: 201) }
        let next = try await Self.outbox(device)
        try await next.open(for: TestDevice.user)
        try await Self.wait(next) { $0.isEmpty }
        #expect(Self.keys(device) == ["key-4", "key-5", "key-6"])
    }

    @Test func anotherPersonSendsNothingOfIt() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json("{}", status: 201) }
        do {
            let outbox = try await Self.outbox(device)
            try await outbox.open(for: TestDevice.user)
            await outbox.close()
            try await outbox.add(Self.item(1), lane: "a/1")
        }
        let outbox = try await Self.outbox(device)
        try await outbox.open(for: UserID(UUID.v7()))
        #expect(try await outbox.pending("a/1").isEmpty)
        #expect(device.server.calls.isEmpty)
    }

    @Test(arguments: ["sent", "taken back", "logged out"]) func whatIsGoneTakesNoRoom(how: String) async throws {
        let device = TestDevice()
        let outbox = try await Self.outbox(device)
        try await outbox.open(for: TestDevice.user)
        await outbox.close()
        let items = (1...3).map { number in
            let call = Call(method: "POST", path: "/things", body: Data(count: 2 << 20), idempotencyKey: "key-\(number)")
            return OutboxItem(id: UUID(), call: call, createdAt: Date(timeIntervalSince1970: 0))
        }
        for item in items { try await outbox.add(item, lane: "a/1") }
        let path = device.storage.path("outbox.sqlite")
        func size() -> Int { ["", "-wal"].map { FileManager.default.contents(atPath: path + $0)?.count ?? 0 }.reduce(0, +) }
        #expect(size() > 6 << 20)
        switch how {
        case "sent":
            device.server.answer { _ in .json("{}", status: 201) }
            try await outbox.open(for: TestDevice.user)
        case "taken back": for item in items { _ = try await outbox.cancel(item.id, lane: "a/1") }
        default: try await outbox.erase()
        }
        try await Self.wait(outbox) { $0.isEmpty }
        #expect(size() < 1 << 20)
    }

    @Test func onlyTheLastMarkIsSent() async throws {
        let device = TestDevice()
        let outbox = try await Self.outbox(device)
        try await outbox.open(for: TestDevice.user)
        await outbox.close()
        for number in 1...5 { try await outbox.replace(lane: "seen/1", with: Self.item(number)) }
        device.server.answer { _ in HTTPReply(status: 204) }
        try await outbox.open(for: TestDevice.user)
        try await Self.wait(outbox, "seen/1") { $0.isEmpty }
        #expect(Self.keys(device) == ["key-5"])
    }

    @Test func whatWaitsCanBeCancelled() async throws {
        let device = TestDevice()
        let outbox = try await Self.outbox(device)
        try await outbox.open(for: TestDevice.user)
        await outbox.close()
        let item = try Self.item(1)
        try await outbox.add(item, lane: "a/1")
        #expect(try await outbox.cancel(item.id, lane: "a/1"))
        #expect(try await outbox.pending("a/1").isEmpty)
        #expect(try await !outbox.cancel(item.id, lane: "a/1"))
    }

    private static func sqlite(_ device: TestDevice, _ script: String) throws { try SQLite(path: device.storage.path("outbox.sqlite")).script(script) }

    /// Who is told that it is taken back can rely on it.
    @Test func whatTheDiskDoesNotLetGoIsNotCancelled() async throws {
        let device = TestDevice()
        let outbox = try await Self.outbox(device)
        try await outbox.open(for: TestDevice.user)
        await outbox.close()
        let item = try Self.item(1)
        try await outbox.add(item, lane: "a/1")
        try Self.sqlite(device, "CREATE TRIGGER stuck BEFORE DELETE ON outbox BEGIN SELECT RAISE(ABORT, 'stuck'); END")
        await #expect(throws: StorageFault.self) { try await outbox.cancel(item.id, lane: "a/1") }
        #expect(try await outbox.pending("a/1").map(\.item) == [item])
        try Self.sqlite(device, "DROP TRIGGER stuck")
        #expect(try await outbox.cancel(item.id, lane: "a/1"))
        #expect(try await outbox.pending("a/1").isEmpty)
    }

    @Test func whatAnotherProcessIsSendingIsNotCancelled() async throws {
        let device = TestDevice()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let other = try OutboxFile(device.storage, Sealer(device.keychain))
        let outbox = try await Self.outbox(device)
        try await outbox.open(for: TestDevice.user)
        await outbox.close()
        let item = try Self.item(1)
        try await outbox.add(item, lane: "a/1")
        let position = try #require(try await outbox.pending("a/1").first?.position)
        #expect(try other.claim([position], of: "a/1").count == 1)
        #expect(try await !outbox.cancel(item.id, lane: "a/1"))
        try other.release([position])
        #expect(try await outbox.cancel(item.id, lane: "a/1"))
        #expect(try other.items("a/1").isEmpty)
    }

    /// The file does not let it for a moment: it opens then, and nothing that was there for somebody else is shown or sent.
    @Test func opensAsSoonAsItCan() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json("{}", status: 201) }
        do {
            let other = UserID(UUID.v7())
            let outbox = try await Self.outbox(device, of: other)
            try await outbox.open(for: other)
            await outbox.close()
            try await outbox.add(Self.item(1), lane: "a/1")
        }
        try device.keepSession()
        try Self.sqlite(device, "CREATE TRIGGER stuck BEFORE DELETE ON outbox BEGIN SELECT RAISE(ABORT, 'stuck'); END")
        let (go, isGoing) = AsyncStream<Void>.makeStream()
        let clock = CareClock(now: { device.now }, sleep: { _ in for await _ in go {} }, random: { 0.5 })
        let api = API(server: TestDevice.address, transport: device.server, clock: clock, language: "en", session: try device.session())
        let outbox = try Outbox(device.storage, Sealer(device.keychain), api, kinds: [:]) { _ in }
        await outbox.open(asSoonAsCanBe: TestDevice.user)
        #expect(try await outbox.pending("a/1").isEmpty)
        await #expect(throws: StorageFault.self) { try await outbox.add(Self.item(2), lane: "a/1") }
        try Self.sqlite(device, "DROP TRIGGER stuck")
        isGoing.finish()
        while (try? await outbox.add(Self.item(3), lane: "a/1")) == nil { try await Task.sleep(for: .milliseconds(2)) }
        try await Self.wait(outbox) { $0.isEmpty }
        while Self.keys(device).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(Self.keys(device) == ["key-3"])
    }

    /// The reason of one is damaged, another is of a later version of the app: the rest is sent.
    @Test(arguments: ["reason", "item"]) func whatDoesNotOpenKeepsNothingBack(what: String) async throws {
        let device = TestDevice()
        let broken = try Self.item(1)
        do {
            let outbox = try await Self.outbox(device)
            try await outbox.open(for: TestDevice.user)
            await outbox.close()
            for item in [broken, try Self.item(2)] { try await outbox.add(item, lane: "a/1") }
        }
        if what == "reason" {
            try Self.sqlite(device, "UPDATE outbox SET failure = x'00' WHERE position = 1")
        } else {
            let sealed = try Sealer(device.keychain).seal(Data(#"{"later":true}"#.utf8), at: "outbox/a/1").map { String(format: "%02x", $0) }.joined()
            try Self.sqlite(device, "UPDATE outbox SET value = x'\(sealed)' WHERE position = 1")
        }
        device.server.answer { _ in .json("{}", status: 201) }
        let outbox = try await Self.outbox(device)
        try await outbox.open(for: TestDevice.user)
        while Self.keys(device).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        try await Self.wait(outbox) { $0.allSatisfy { $0.item == broken } }
        #expect(Self.keys(device) == ["key-2"])
        #expect(try await outbox.pending("a/1").map(\.delivery) == (what == "reason" ? [.failed(.unreadable("what the server answered"))] : []))
    }

    /// By a disk that loses what it holds, while the app runs: what lies beside it is shown and sent.
    @Test func whatIsDamagedMeanwhileKeepsNothingBack() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json("{}", status: 201) }
        let outbox = try await Self.outbox(device)
        try await outbox.open(for: TestDevice.user)
        await outbox.close()
        for number in 1...2 { try await outbox.add(Self.item(number), lane: "a/1") }
        try Self.sqlite(device, "UPDATE outbox SET value = x'00' WHERE position = 1")
        #expect(try await outbox.pending("a/1").map(\.item.call.idempotencyKey) == ["key-2"])
        try await outbox.open(for: TestDevice.user)
        try await Self.wait(outbox) { $0.isEmpty }
        #expect(Self.keys(device) == ["key-2"])
    }

    /// What is on its way hears of the end before the same person logs in again, or after.
    @Test(arguments: [true, false]) func whatHeardThatTheSessionHadEndedGoesWithTheNextLogin(isHeardBefore: Bool) async throws {
        let device = TestDevice()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        try device.keepSession()
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        let (ended, isEnded) = AsyncStream<Void>.makeStream()
        device.server.answerInTurn { number, _ in number == 1 ? .problem("not-received", 403) : .json("{}", status: 201) }
        let kind = Outbox.Kind(
            settle: { _, _ in nil },
            answer: { _, _ in
                isAsked.yield()
                for await _ in ended {}
                throw CareError.expired
            })
        let api = API(server: TestDevice.address, transport: device.server, clock: device.clock, language: "en", session: try device.session())
        let outbox = try Outbox(device.storage, Sealer(device.keychain), api, kinds: ["a": kind]) { _ in }
        try await outbox.open(for: TestDevice.user)
        try await outbox.add(Self.item(1), lane: "a/1")
        for await _ in asked { break }
        if isHeardBefore {
            isEnded.finish()
            try await Self.wait(outbox) { $0.first?.delivery == .toBeSent }
        }
        // It is not another's to send.
        await outbox.goOn(for: UserID(UUID.v7()))
        #expect(Self.keys(device) == ["key-1"])
        await outbox.goOn(for: TestDevice.user)
        isEnded.finish()
        try await Self.wait(outbox) { $0.isEmpty }
        #expect(Self.keys(device) == ["key-1", "key-1"])
    }

    /// Of whom nobody was told that their session had ended.
    @Test func whoLogsInAnewSendsWhatWaits() async throws {
        let device = TestDevice()
        let care = try await MessageWatchTests.client(device)
        await care.messaging.core.outbox.close()
        try await care.messaging.send(.text("Hello"), to: MessageWatchTests.conversation)
        device.server.answer { call in call.method == "POST" ? .json(MessageWatchTests.item(1, "Hello"), status: 201) : .json(#"{"items":[]}"#) }
        try await care.session.logIn(scopes: [.messagesWrite], present: device.server.browser(loggingIn: TestDevice.user))
        let lane = Messaging.lane(MessageWatchTests.conversation)
        while try await !care.messaging.core.outbox.pending(lane).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        await care.close()
    }

    @Test func aReasonIsKeptWhole() throws {
        var problem = Problem(name: "validation", status: 422, title: "Not valid")
        (problem.detail, problem.requestID, problem.numbers) = ("It is too long.", "abc", ["limit": 9])
        problem.fields = [Problem.Field(field: "title", message: "is too long")]
        let kept = try Wire.decode(KeptFailure.self, from: Wire.encode(KeptFailure(.refused(problem))))
        #expect(kept.error == .refused(problem))
        // As an earlier version of the client has kept it.
        let before = try Wire.decode(KeptFailure.self, from: Data(#"{"name":"validation","status":422,"title":"Not valid"}"#.utf8))
        #expect(before.error == .refused(Problem(name: "validation", status: 422, title: "Not valid")))
    }

    /// Two processes of one app, here two outboxes over one file: each lane is sent by one of them, in order, and nothing twice.
    @Test func twoSendEachThingOnce() async throws {
        let device = TestDevice()
        device.server.answer { _ in
            await Task.yield()
            return .json("{}", status: 201)
        }
        let one = try await Self.outbox(device)
        let other = try await Self.outbox(device)
        try await one.open(for: TestDevice.user)
        try await other.open(for: TestDevice.user)
        for number in 1...40 { try await (number % 2 == 0 ? one : other).add(Self.item(number), lane: "a/1") }
        try await Self.wait(one) { $0.isEmpty }
        #expect(Self.keys(device) == (1...40).map { "key-\($0)" })
    }

    /// Nor is its file held on for as long as it would have waited.
    @Test func whatIsClosedWaitsForNothing() async throws {
        let device = TestDevice()
        weak var left: Outbox?
        do {
            try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
            try device.keepSession()
            let clock = CareClock(now: { device.now }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) }, random: { 0.5 })
            let api = API(server: TestDevice.address, transport: device.server, clock: clock, language: "en", session: try device.session())
            let outbox = try Outbox(device.storage, Sealer(device.keychain), api, kinds: [:]) { _ in }
            try await outbox.open(for: TestDevice.user)
            try await outbox.add(Self.item(1), lane: "a/1")
            try await Self.wait(outbox) { $0.first?.delivery == .toBeSent && !device.server.calls.isEmpty }
            await outbox.close()
            left = outbox
        }
        while left != nil { try await Task.sleep(for: .milliseconds(2)) }
    }

    /// By the one before it may never be answered. On the same network it is waited for.
    @Test func whatIsOnItsWayGoesAgainOnAnotherNetwork() async throws {
        let device = TestDevice()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        try device.keepSession()
        // No pause ends.
        let clock = CareClock(now: { device.now }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) }, random: { 0.5 })
        let api = API(server: TestDevice.address, transport: device.server, clock: clock, language: "en", session: try device.session())
        let outbox = try Outbox(device.storage, Sealer(device.keychain), api, kinds: [:]) { _ in }
        device.server.answerInTurn { number, _ in
            if number == 1 { try await Task.sleep(for: .seconds(3600)) }
            return .json("{}", status: 201)
        }
        try await outbox.open(for: TestDevice.user)
        for number in 1...2 { try await outbox.add(Self.item(number), lane: "a/1") }
        while device.server.calls.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        await outbox.networkIsBack()
        try await Task.sleep(for: .milliseconds(50))
        #expect(Self.keys(device) == ["key-1"])
        await outbox.networkIsBack(isOtherNetwork: true)
        try await Self.wait(outbox) { $0.isEmpty }
        #expect(Self.keys(device) == ["key-1", "key-1", "key-2"])
    }

    /// An extension of the app that was ended before it could send: the app, which ran all the while, sends it when it is in front again.
    @Test func whatAnotherProcessHasLeftIsSent() async throws {
        let device = TestDevice()
        let (app, other) = (try await Self.outbox(device), try await Self.outbox(device))
        try await app.open(for: TestDevice.user)
        device.server.answer { _ in .json("{}", status: 201) }
        // It was never opened, and sends nothing.
        try await other.add(Self.item(1), lane: "a/1")
        await app.networkIsBack()
        try await Self.wait(app) { $0.isEmpty }
        #expect(Self.keys(device) == ["key-1"])
    }

    /// Several are claimed as far as they lie behind each other in the file, another process's among them too, and as their bodies are no more than asked for.
    @Test func severalAreClaimedInTheirOrder() async throws {
        let device = TestDevice()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let sealer = try Sealer(device.keychain)
        let one = try OutboxFile(device.storage, sealer), other = try OutboxFile(device.storage, sealer)
        try one.adopt("somebody")
        var positions: [Int] = []
        for number in 1...5 { positions.append(try (number == 3 ? other : one).add(Self.item(number), lane: "message/1")) }
        func claimed(_ file: OutboxFile, _ wanted: [Int], mostBytes: Int = .max) throws -> [Int] {
            let found = try file.claim(wanted.map { positions[$0 - 1] }, of: "message/1", mostBytes: mostBytes)
            return found.map { found in (positions.firstIndex(of: found.position) ?? -1) + 1 }
        }
        #expect(try claimed(one, [1, 2, 4, 5]) == [1, 2])
        #expect(try claimed(one, [2, 3]).isEmpty)
        #expect(try claimed(other, [1, 2, 3]).isEmpty)
        try one.release(positions)
        let size = try #require(try Self.item(1).call.body?.count)
        #expect(try claimed(other, [1, 2, 3, 4, 5], mostBytes: 3 * size) == [1, 2, 3])
        #expect(try claimed(other, [1, 2, 3, 4, 5], mostBytes: 1) == [1])
        try other.remove([positions[0], positions[1]])
        #expect(try claimed(one, [3, 4]).isEmpty)
        // They lie elsewhere by now.
        #expect(try other.claim([positions[2]], of: "message/2").isEmpty)
        #expect(try claimed(other, [3, 4]) == [3, 4])
    }

    /// What a process that was killed was just sending is sent by the next at once: its mark ended with it.
    @Test func takesOverWhatTheDeadWereSending() async throws {
        let device = TestDevice()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let sealer = try Sealer(device.keychain)
        let living = try OutboxFile(device.storage, sealer)
        try living.adopt("somebody")
        let position = try living.add(Self.item(1), lane: "a/1")
        do {
            let dying = try OutboxFile(device.storage, sealer)
            #expect(try dying.claim([position], of: "a/1").count == 1)
            #expect(try living.claim([position], of: "a/1").isEmpty)
        }
        #expect(try living.claim([position], of: "a/1").count == 1)
        #expect(try living.claim([position], of: "a/1").count == 1)
    }

    @Test(arguments: ["garbage", "key"]) func whatCannotBeReadIsMovedAsideAndSaidSo(how: String) async throws {
        let device = TestDevice()
        do {
            let outbox = try await Self.outbox(device)
            try await outbox.open(for: TestDevice.user)
            await outbox.close()
            try await outbox.add(Self.item(1), lane: "a/1")
        }
        let path = device.storage.path("outbox.sqlite")
        if how == "key" {
            try device.keychain.write("disk-key", nil)
        } else {
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: path))
        }
        let care = try await CareClient(device.configuration())
        for await notices in care.noticed where notices.contains(.outboxLost) { break }
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
        // And it goes on.
        device.server.answer { try HealthTests.taken($0) }
        try await care.health.record([Health.HeartRate(60, at: device.now)])
        while try await !care.health.unsent().current().isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        // It was theirs, and goes with them.
        await care.session.logOut()
        #expect(!FileManager.default.fileExists(atPath: path + ".damaged"))
        await care.close()
    }
}
