import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// Another person on the same device: nothing of who was here before is shown to them, and nothing of it is done as theirs.
@Suite(.timeLimit(.minutes(3))) struct SwitchingTests {
    static let next = UserID(UUID.v7())
    private static let conversation = MessageWatchTests.conversation
    private static let messages = MessageWatchTests.path + "/messages"

    /// Lets the next person in; all else is answered by `others`.
    private static func server(_ nonce: Locked<String>, _ others: @escaping FakeServer.Answer) -> FakeServer.Answer {
        { call in
            switch call.url.path {
            case "/.well-known/openid-configuration": return SessionTests.metadata
            case "/oauth/token":
                let claims = #"{"iss":"https://care.test","aud":"my-app","sub":"\#(next)","nonce":"\#(nonce.withLock { $0 })","exp":1790000300}"#
                return SessionTests.tokens(2, idToken: "e30.\(Base64URL.encode(claims.utf8)).e30")
            default: return try await others(call)
            }
        }
    }

    /// Who is logged in, and what asks as them.
    private static func loggedIn(_ device: TestDevice) throws -> (CareSession, API) {
        try device.keepSession()
        let session = try device.session()
        return (session, API(server: TestDevice.address, transport: device.server, clock: device.clock, language: "en", session: session))
    }

    private static func isFirst(_ call: HTTPCall) -> Bool { call.headers["Authorization"] == "Bearer access-1" }

    private static func tokens(_ calls: [HTTPCall]) -> [String?] { calls.map { $0.headers["Authorization"] } }

    /// What was asked for before is neither asked for again with the next one's token, nor answered to whoever is there then.
    @Test(arguments: ["no answer", "a token that is refused", "a late answer"]) func whatIsAskedForIsNotDoneAsTheNext(how: String) async throws {
        let device = TestDevice()
        let (session, api) = try Self.loggedIn(device)
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        let (switched, isSwitched) = AsyncStream<Void>.makeStream()
        let nonce = Locked("")
        device.server.answer(
            Self.server(nonce) { call in
                guard Self.isFirst(call) else { return .json("{}", status: 201) }
                isAsked.yield()
                for await _ in switched {}
                switch how {
                case "no answer": throw TransportFault.unreachable
                case "a token that is refused": return .problem("unauthorized", 401)
                default: return .json("{}", status: 201)
                }
            })
        let call = try Call.post("/things", ["number": 1])
        let asking = Task { try await api.send(call) }
        for await _ in asked { break }
        try await session.logIn(scopes: [.messagesRead], present: SessionTests.browser(nonce))
        #expect(session.state == .loggedIn(Self.next))
        isSwitched.finish()
        await #expect(throws: CareError.loggedOut) { try await asking.value }
        #expect(Self.tokens(device.server.calls("/things")) == ["Bearer access-1"])
        try await api.send(call)
        #expect(Self.tokens(device.server.calls("/things")) == ["Bearer access-1", "Bearer access-2"])
    }

    /// Of many that go in several requests, too.
    @Test func whatIsInPartsIsOfOne() async throws {
        let device = TestDevice()
        let nonce = Locked("")
        device.server.answer(Self.server(nonce) { _ in .json("{}", status: 201) })
        let (session, api) = try Self.loggedIn(device)
        await #expect(throws: CareError.loggedOut) {
            try await api.asOne {
                try await api.send(.post("/things", ["number": 1]))
                try await session.logIn(scopes: [.messagesRead], present: SessionTests.browser(nonce))
                try await api.send(.post("/things", ["number": 2]))
            }
        }
        #expect(Self.tokens(device.server.calls("/things")) == ["Bearer access-1"])
    }

    /// Nor does what becomes of it then keep back what they say themselves.
    @Test func aMessageOnItsWayIsNotSentAsTheNext() async throws {
        let device = TestDevice()
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        let (switched, isSwitched) = AsyncStream<Void>.makeStream()
        let nonce = Locked("")
        device.server.answer(
            Self.server(nonce) { call in
                guard call.method == "POST" else { return .json(#"{"items":[]}"#) }
                guard Self.isFirst(call) else { return .json(MessageWatchTests.item(1, "Mine", author: Self.next), status: 201) }
                isAsked.yield()
                for await _ in switched {}
                return .problem("unauthorized", 401)
            })
        let care = try await MessageWatchTests.client(device)
        try await care.messaging.send(.text("Not mine"), to: Self.conversation)
        for await _ in asked { break }
        try await care.session.logIn(scopes: [.messagesRead], present: SessionTests.browser(nonce))
        isSwitched.finish()
        try await care.messaging.send(.text("Mine"), to: Self.conversation)
        let lane = Messaging.lane(Self.conversation)
        while try await !care.messaging.core.outbox.pending(lane).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(Self.tokens(device.server.calls(Self.messages)) == ["Bearer access-1", "Bearer access-2"])
        await care.close()
    }

    /// A disk that does not let go of what was to be sent: nobody who comes next sees it or sends it, and it goes as soon as the disk lets it.
    @Test func whatTheDiskKeepsAtALogoutIsNobodys() async throws {
        let device = TestDevice()
        let nonce = Locked("")
        device.server.answer(
            Self.server(nonce) { call in
                guard call.method == "POST", !Self.isFirst(call) else { throw TransportFault.unreachable }
                return .json(MessageWatchTests.item(1, "Mine", author: Self.next), status: 201)
            })
        let care = try await MessageWatchTests.client(device)
        let (outbox, lane, path) = (care.messaging.core.outbox, Messaging.lane(Self.conversation), device.storage.path("outbox.sqlite"))
        try await care.messaging.send(.text("Not theirs"), to: Self.conversation)
        try SQLite(path: path).script("CREATE TRIGGER stuck BEFORE DELETE ON outbox BEGIN SELECT RAISE(ABORT, 'stuck'); END")
        await care.session.logOut()
        #expect(care.session.state == .loggedOut)
        #expect(try await outbox.pending(lane).isEmpty)
        try await care.session.logIn(scopes: [.messagesRead], present: SessionTests.browser(nonce))
        #expect(try await outbox.pending(lane).isEmpty)
        try SQLite(path: path).script("DROP TRIGGER stuck")
        await care.refresh(.network)
        try await care.messaging.send(.text("Mine"), to: Self.conversation)
        while try await !outbox.pending(lane).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        let theirs = device.server.calls(Self.messages).filter { !Self.isFirst($0) }.map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
        #expect(theirs.count == 1 && theirs[0].contains("Mine"))
        await care.close()
    }

    /// What is stored is the next one's before anybody hears that they are here.
    @Test func whatIsGivenMeanwhileIsNotTakenForTheNext() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json("{}", status: 201) }
        let outbox = try await OutboxTests.outbox(device)
        try await outbox.open(for: Self.next)
        await #expect(throws: CareError.loggedOut) { try await outbox.add(OutboxTests.item(1), lane: "a/1") }
        await #expect(throws: CareError.loggedOut) { try await outbox.add(OutboxTests.item(2), then: OutboxTests.item(3), lane: "a/1") }
        await #expect(throws: CareError.loggedOut) { try await outbox.replace(lane: "seen/1", with: OutboxTests.item(4)) }
        #expect(try await outbox.pending("a/1").isEmpty)
        #expect(device.server.calls.isEmpty)
    }

    /// It was answered just before they came, and is kept just after.
    @Test func whatWasSentIsNotKeptForTheNext() async throws {
        let device = TestDevice()
        let (cache, list) = (try device.cache(), Messaging.list(of: Self.conversation).collection)
        try await cache.adopt(Self.next.description)
        let kind = Messaging.sending(cache)
        let item = OutboxItem(id: UUID(), call: Call(method: "POST", path: Self.messages, idempotencyKey: "key-1"), createdAt: device.now)
        _ = try await kind.settle(item, .json(MessageWatchTests.item(1, "Not theirs"), status: 201))
        #expect(try await cache.listing(list) == nil)
        _ = try await kind.settle(item, .json(MessageWatchTests.item(2, "Mine", author: Self.next), status: 201))
        #expect(try await cache.listing(list)?.values.count == 1)
    }

    /// The same of a conversation, in which whoever has begun it takes part.
    @Test func whatWasBegunIsNotKeptForTheNext() async throws {
        let device = TestDevice()
        let (cache, list) = (try device.cache(), Messaging.conversations)
        let begun = try Wire.decode(Messaging.Conversation.self, from: Data(WaitingTests.begun.utf8))
        for (person, count) in [(Self.next, 0), (TestDevice.user, 1)] {
            try await cache.adopt(person.description)
            try await cache.edit { try $0.know(list, cursor: nil) }
            try await Messaging.keep(begun, cache)
            #expect(try await cache.listing(list)?.values.count == count)
        }
    }

    /// It would be thrown away with the next login, whoever's that is.
    @Test func whatNobodyGivesIsNotTaken() async throws {
        let device = TestDevice()
        let care = try await CareClient(device.configuration())
        await #expect(throws: CareError.loggedOut) { try await care.health.record([Health.HeartRate(60, at: device.now)]) }
        await #expect(throws: CareError.loggedOut) { try await care.scheduling.ask(.cancel(AppointmentID(UUID.v7()))) }
        await #expect(throws: CareError.loggedOut) { try await care.notifications.markAllRead() }
        #expect(try await care.health.unsent().current().isEmpty)
        await care.close()
    }

    /// A screen that is still there ends, and whoever opens it next finds nothing on it.
    @Test(arguments: [false, true]) func whatWasShownIsShownToNobodyElse(logsOut: Bool) async throws {
        let device = TestDevice()
        let nonce = Locked("")
        device.server.answer(
            Self.server(nonce) { call in
                guard call.method == "GET", Self.isFirst(call) else { throw TransportFault.unreachable }
                return try await MessageWatchTests.history(of: 3)(call)
            })
        let care = try await MessageWatchTests.client(device)
        let messages = care.messaging.messages(in: Self.conversation)
        let screen = Task { () -> CareError? in
            do { for try await _ in messages {} } catch let error as CareError { return error }
            return nil
        }
        _ = try await MessageWatchTests.first(messages) { $0.isDataFresh }
        if logsOut { await care.session.logOut() }
        try await care.session.logIn(scopes: [.messagesRead], present: SessionTests.browser(nonce))
        await #expect(throws: CareError.offline) { try await messages.current() }
        #expect(try await screen.value == .loggedOut)
        await care.close()
    }

    @Test func whoTypedIsNotShownToTheNext() async throws {
        let device = TestDevice()
        let nonce = Locked("")
        device.server.answer(Self.server(nonce) { _ in throw TransportFault.unreachable })
        let care = try await MessageWatchTests.client(device)
        let board: TypingBoard = care.messaging.typing
        await board.hear(LiveTests.other, in: Self.conversation, isTyping: true)
        var people = await care.messaging.typing(in: Self.conversation).makeAsyncIterator()
        let before = await people.next()
        try await care.session.logIn(scopes: [.messagesRead], present: SessionTests.browser(nonce))
        let after = await people.next()
        #expect(before == [LiveTests.other] && after == [])
        await care.close()
    }

    /// It was asked for by who was here before, and never loaded until then.
    @Test func whatOneHasLoadedIsNotKeptForTheNext() async throws {
        let device = TestDevice()
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        let (switched, isSwitched) = AsyncStream<Void>.makeStream()
        let nonce = Locked("")
        device.server.answer(
            Self.server(nonce) { call in
                isAsked.yield()
                for await _ in switched {}
                return try await MessageWatchTests.history(of: 3)(call)
            })
        let care = try await MessageWatchTests.client(device)
        let (core, list) = (care.messaging.core, Messaging.list(of: Self.conversation))
        let loading = Task { try await core.lists.refresh(list) }
        for await _ in asked { break }
        try await care.session.logIn(scopes: [.messagesRead], present: SessionTests.browser(nonce))
        isSwitched.finish()
        await #expect(throws: CareError.loggedOut) { try await loading.value }
        #expect(try await core.cache.listing(list.collection) == nil)
        await care.close()
    }

    /// Nor where the list has changed again and again, so that the third page is kept all the same.
    @Test func whatIsKeptAllTheSameIsNotKeptForTheNext() async throws {
        let device = TestDevice()
        let care = try await MessageWatchTests.client(device)
        let (core, list, attempts) = (care.messaging.core, Messaging.list(of: Self.conversation).collection, Locked(0))
        await #expect(throws: CareError.loggedOut) {
            try await core.lists.load(list) { () async throws -> Int in
                let attempt = attempts.withLock { attempts in
                    attempts += 1
                    return attempts
                }
                if attempt < 3 { try await core.cache.edit { $0.passOver(list) } } else { try await core.cache.adopt(Self.next.description) }
                return attempt
            } keep: { _, edit in
                try edit.know(list, cursor: nil)
            }
        }
        #expect(attempts.withLock { $0 } == 3)
        #expect(try await core.cache.listing(list) == nil)
        await care.close()
    }

    /// What was told of who was here is not kept either, though it comes before the stream is closed.
    @Test func whatTheStreamStillTellsIsNotKeptForTheNext() async throws {
        let device = TestDevice()
        let (cache, list) = (try device.cache(), Messaging.list(of: Self.conversation).collection)
        let keeper = FeedKeeper(cache: cache, watchers: Watchers(cache: cache, clock: device.clock), api: try APITests.api(device))
        try await cache.adopt(Self.next.description)
        try await cache.edit { try $0.know(list, cursor: nil) }
        let told = try Wire.decode(StreamFrame.self, from: Data(LiveTests.entries(1).utf8)).entries ?? []
        let place = FeedPlace(epoch: LiveTests.epoch, sequence: 1)
        await #expect(throws: CareError.loggedOut) { try await keeper.keep(told, upTo: place, for: TestDevice.user) }
        await #expect(throws: CareError.loggedOut) { try await keeper.startAnew(at: place, for: TestDevice.user) }
        #expect(try await cache.listing(list)?.values.isEmpty == true)
        #expect(try await keeper.place() == nil)
        try await keeper.keep(told, upTo: place, for: Self.next)
        #expect(try await keeper.place() == place)
    }

    // MARK: Several processes

    /// Another process of the app has let them in, of which this one has not heard yet.
    @Test func whatIsTheNextsByNowIsNeitherReadNorWritten() async throws {
        let device = TestDevice()
        let (here, there, left) = (try device.cache(), try device.cache(), try device.cache())
        let wasOthers = [try await here.adopt("one"), try await left.adopt("one")]
        #expect(wasOthers == [false, false])
        try await DiskCacheTests.put(3, in: "a", here)
        #expect(try await there.adopt("other"))
        try await DiskCacheTests.put(2, in: "a", there)
        #expect(try await here.listing("a") == nil)
        #expect(try await here.value("1", in: "a") == nil)
        await #expect(throws: CareError.loggedOut) { try await DiskCacheTests.put(1, in: "b", here) }
        // Nor is it emptied, when this one hears that its person is logged out.
        await left.forgetAll()
        #expect(try await there.listing("a")?.values.count == 2)
        // What is shown here is another's, though the file is theirs already.
        #expect(try await here.adopt("other"))
        #expect(try await here.listing("a")?.values.count == 2)
    }

    /// What was given while the session had expired, once the same person has logged in again in another one.
    @Test func whatWaitsGoesWhenAnotherProcessHasLoggedIn() async throws {
        let device = TestDevice()
        try await MessageWatchTests.client(device).close()
        try device.keychain.write("session", Wire.encode(KeptSession(userID: TestDevice.user, tokens: nil)))
        device.server.answer { call in call.method == "POST" ? .json(MessageWatchTests.item(1, "Hello"), status: 201) : .json(#"{"items":[]}"#) }
        let care = try await CareClient(device.configuration())
        #expect(care.session.state == .expired(TestDevice.user))
        try await care.messaging.send(.text("Hello"), to: Self.conversation)
        await care.refresh()
        #expect(device.server.calls.isEmpty)
        try device.keepSession()
        await care.refresh()
        #expect(care.session.state == .loggedIn(TestDevice.user))
        let lane = Messaging.lane(Self.conversation)
        while try await !care.messaging.core.outbox.pending(lane).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(Self.tokens(device.server.calls(Self.messages)) == ["Bearer access-1"])
        await care.close()
    }

    /// Both have a stream: which of them keeps something first is nothing to who looks at it or listens here.
    @Test func whatAnotherProcessHasKeptFirstIsShownAndToldHereToo() async throws {
        let device = TestDevice()
        let (here, there, list) = (try device.cache(), try device.cache(), Messaging.list(of: Self.conversation).collection)
        try await here.edit { try $0.know(list, cursor: nil) }
        let api = try APITests.api(device)
        let told = try Wire.decode(StreamFrame.self, from: Data(LiveTests.entries(1).utf8)).entries ?? []
        let place = FeedPlace(epoch: LiveTests.epoch, sequence: 1)
        for cache in [there, here] {
            let changed = Locked<Set<String>>([])
            await cache.observe { news in if case .changed(let all) = news { changed.withLock { $0.formUnion(all) } } }
            let keeper = FeedKeeper(cache: cache, watchers: Watchers(cache: cache, clock: device.clock), api: api)
            let feed = keeper.followers.follow()
            try await keeper.keep(told, upTo: place, for: TestDevice.user)
            keeper.followers.end()
            var heard: [Happening] = []
            for await each in feed { heard.append(each) }
            #expect(heard.count == 1 && changed.withLock { $0.contains(list) })
        }
        #expect(try await here.listing(list)?.values.count == 1)
    }

    @Test func whatTheNextHasGivenIsNotSentHere() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json("{}", status: 201) }
        let (here, there) = (try await OutboxTests.outbox(device), try await OutboxTests.outbox(device, of: Self.next))
        try await here.open(for: TestDevice.user)
        try await there.open(for: Self.next)
        await there.close()
        try await there.add(OutboxTests.item(1), lane: "a/1")
        await here.networkIsBack()
        await #expect(throws: CareError.loggedOut) { try await here.add(OutboxTests.item(2), lane: "a/1") }
        #expect(try await here.pending("a/1").isEmpty)
        try await here.erase()
        #expect(try await there.pending("a/1").map(\.item.call.idempotencyKey) == ["key-1"])
        #expect(device.server.calls.isEmpty)
    }
}
