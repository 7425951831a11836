import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// The live stream and what it keeps in step, against a server that is the test.
@Suite(.timeLimit(.minutes(3))) struct LiveTests {
    static let epoch = "0198c5b2-7d7e-7cc0-8a4f-000000000001"
    static let other = UserID(UUID.v7())

    static func resumed(_ sequence: Int, recovered: Bool = true) -> String {
        #"{"type":"resumed","recovered":\#(recovered),"epoch":"\#(epoch)","sequence":\#(sequence)}"#
    }

    /// The feed's entry of a sequence tells of the conversation's item of the same.
    static func entries(_ sequences: Int...) -> String {
        let all = sequences.map { sequence in
            #"{"sequence":\#(sequence),"kind":"item","at":"2026-03-08T14:30:00Z","conversationId":"\#(MessageWatchTests.conversation)","item":\#(MessageWatchTests.item(sequence, "Nr. \(sequence)", author: other))}"#
        }
        return #"{"type":"entries","entries":[\#(all.joined(separator: ","))]}"#
    }

    static func client(_ device: TestDevice) async throws -> CareClient {
        try device.keepSession()
        device.server.answer(MessageWatchTests.history(of: 3))
        return try await CareClient(device.configuration(isLive: true))
    }

    static func sequences(_ care: CareClient, _ wanted: [Int]) async throws -> Watched<Listed<Messaging.Message>> {
        try await MessageWatchTests.first(care.messaging.messages(in: MessageWatchTests.conversation)) { $0.data.items.compactMap(\.sequence) == wanted }
    }

    @Test func whatComesIsShownAndGoesOnWhereItBrokeOff() async throws {
        let device = TestDevice()
        let (first, second) = (FakeSocket(), FakeSocket())
        device.server.offer(first)
        let care = try await Self.client(device)
        #expect(await first.next() == #"{"type":"resume"}"#)
        first.say(Self.resumed(3))
        for await state in care.connectionStates where state == .connected { break }
        _ = try await MessageWatchTests.first(care.messaging.messages(in: MessageWatchTests.conversation)) { $0.isDataFresh }
        // Nothing else brings what comes.
        device.server.answer { _ in throw TransportFault.unreachable }
        first.say(Self.entries(4, 5))
        _ = try await Self.sequences(care, [5, 4, 3, 2, 1])

        device.server.offer(second)
        first.breakOff()
        #expect(await second.next() == #"{"epoch":"\#(Self.epoch)","since":5,"type":"resume"}"#)
        second.say(Self.resumed(5))
        // Again what is known, then what was missed.
        second.say(Self.entries(5, 6))
        _ = try await Self.sequences(care, [6, 5, 4, 3, 2, 1])
        await care.close()
    }

    /// Whoever sees that it is open may believe what the lists say of themselves.
    @Test func itIsOpenOnceTheListsKnowThatTheyAreOld() async throws {
        let device = TestDevice()
        let (cache, api, socket) = (try device.cache(), try APITests.api(device), FakeSocket())
        device.server.offer(socket)
        let watchers = Watchers(cache: cache, clock: device.clock)
        let (shown, before) = (Broadcast<ConnectionState>(.notConnected), Locked<ConnectionState?>(nil))
        let keeper = FeedKeeper(cache: cache, watchers: watchers, api: api)
        let live = Live(api, keeper, watchers, TypingBoard(clock: device.clock), shown) { before.withLock { $0 = shown.value } }
        await live.start(for: TestDevice.user)
        #expect(await socket.next() == #"{"type":"resume"}"#)
        socket.say(Self.resumed(3))
        for await state in shown.follow() where state == .connected { break }
        #expect(before.withLock { $0 } == .connecting)
        await live.stop()
    }

    /// Nor does anything else that happens meanwhile make it look open; and who is stopped then, and begins again, is told nothing of before.
    @Test func whatHappensWhileTheListsAreToldDoesNotMakeItOpen() async throws {
        let device = TestDevice()
        let (cache, api, first, second) = (try device.cache(), try APITests.api(device), FakeSocket(), FakeSocket())
        device.server.offer(first, second)
        let watchers = Watchers(cache: cache, clock: device.clock)
        let shown = Broadcast<ConnectionState>(.notConnected)
        let (told, isTold) = AsyncStream<Void>.makeStream()
        let (goesOn, mayGoOn) = AsyncStream<Void>.makeStream()
        let keeper = FeedKeeper(cache: cache, watchers: watchers, api: api)
        let live = Live(api, keeper, watchers, TypingBoard(clock: device.clock), shown) {
            isTold.yield()
            for await _ in goesOn { break }
        }
        await live.start(for: TestDevice.user)
        #expect(await first.next() == #"{"type":"resume"}"#)
        first.say(Self.resumed(3))
        for await _ in told { break }
        await live.answered()
        #expect(shown.value == .connecting)
        await live.stop()
        #expect(shown.value == .notConnected)
        await live.start(for: TestDevice.user)
        #expect(await second.next() == #"{"epoch":"\#(Self.epoch)","since":3,"type":"resume"}"#)
        mayGoOn.finish()
        await live.answered()
        #expect(shown.value == .connecting)
        second.say(Self.resumed(3))
        for await state in shown.follow() where state == .connected { break }
        await live.stop()
    }

    /// Who closes the client may do so while it begins to listen.
    @Test func whatHasEndedIsNotOpened() async throws {
        let device = TestDevice()
        let (cache, api) = (try device.cache(), try APITests.api(device))
        let watchers = Watchers(cache: cache, clock: device.clock)
        let shown = Broadcast<ConnectionState>(.notConnected)
        let keeper = FeedKeeper(cache: cache, watchers: watchers, api: api)
        let live = Live(api, keeper, watchers, TypingBoard(clock: device.clock), shown) {}
        await live.end()
        await live.start(for: TestDevice.user)
        #expect(shown.value == .notConnected)
    }

    @Test func aGapIsAskedForAgain() async throws {
        let device = TestDevice()
        let (first, second) = (FakeSocket(), FakeSocket())
        device.server.offer(first)
        let care = try await Self.client(device)
        #expect(await first.next() == #"{"type":"resume"}"#)
        device.server.offer(second)
        first.say(Self.resumed(3))
        first.say(Self.entries(5))
        #expect(await second.next() == #"{"epoch":"\#(Self.epoch)","since":3,"type":"resume"}"#)
        await care.close()
    }

    /// As of a later version of the platform: what comes behind it would be a gap each time.
    @Test func whatCannotBeReadIsNotAskedForForEver() async throws {
        let device = TestDevice()
        let sockets = (0...LiveMachine.mostUnread).map { _ in FakeSocket() }
        for socket in sockets { device.server.offer(socket) }
        let care = try await Self.client(device)
        for (number, socket) in sockets.dropLast().enumerated() {
            let resume = number == 0 ? #"{"type":"resume"}"# : #"{"epoch":"\#(Self.epoch)","since":3,"type":"resume"}"#
            #expect(await socket.next() == resume)
            socket.say(Self.resumed(3))
            socket.say(#"{"type":"entries","entries":[{"sequence":4,"kind":"item","at":"yesterday"}]}"#)
        }
        let last = try #require(sockets.last)
        #expect(await last.next() == #"{"type":"resume"}"#)
        last.say(Self.resumed(5))
        for await state in care.connectionStates where state == .connected { break }
        let place = try await care.messaging.core.cache.mark("feed").flatMap { try? Wire.decode(FeedPlace.self, from: $0) }
        #expect(place == FeedPlace(epoch: Self.epoch, sequence: 5))
        await care.close()
    }

    /// It was said before all that is here.
    @Test func whatLiesBehindTheEndOfWhatIsHereIsNotShownOutOfPlace() async throws {
        let device = TestDevice()
        let first = FakeSocket()
        device.server.offer(first)
        try device.keepSession()
        device.server.answer(MessageWatchTests.history(of: 60))
        let care = try await CareClient(device.configuration(isLive: true))
        #expect(await first.next() == #"{"type":"resume"}"#)
        first.say(Self.resumed(2))
        _ = try await MessageWatchTests.first(care.messaging.messages(in: MessageWatchTests.conversation)) { $0.isDataFresh }
        device.server.answer { _ in throw TransportFault.unreachable }
        // The third entry is about the third of sixty, of which the last fifty are here, the fourth about the sixty-first.
        first.say(Self.entries(3))
        let new = MessageWatchTests.item(61, "Nr. 61", author: Self.other)
        first.say(
            #"{"type":"entries","entries":[{"sequence":4,"kind":"item","at":"2026-03-08T14:30:00Z","conversationId":"\#(MessageWatchTests.conversation)","item":\#(new)}]}"#
        )
        let shown = try await MessageWatchTests.first(care.messaging.messages(in: MessageWatchTests.conversation)) { $0.data.items.first?.sequence == 61 }
        #expect(shown.data.items.last?.sequence == 12)
        // Nor further down than is shown.
        let name = Messaging.list(of: MessageWatchTests.conversation).collection
        #expect(try await care.messaging.core.cache.listing(name)?.values.count == 51)
        await care.close()
    }

    @Test func theNextRunGoesOnWhereTheLastEnded() async throws {
        let device = TestDevice()
        let (first, second) = (FakeSocket(), FakeSocket())
        device.server.offer(first)
        do {
            let care = try await Self.client(device)
            #expect(await first.next() == #"{"type":"resume"}"#)
            first.say(Self.resumed(3))
            _ = try await MessageWatchTests.first(care.messaging.messages(in: MessageWatchTests.conversation)) { $0.isDataFresh }
            device.server.answer { _ in throw TransportFault.unreachable }
            first.say(Self.entries(4))
            _ = try await Self.sequences(care, [4, 3, 2, 1])
            await care.close()
        }
        device.server.offer(second)
        let care = try await Self.client(device)
        #expect(await second.next() == #"{"epoch":"\#(Self.epoch)","since":4,"type":"resume"}"#)
        await care.close()
    }

    @Test func anEndedTokenIsReplacedAtOnce() async throws {
        let device = TestDevice()
        let (first, second) = (FakeSocket(), FakeSocket())
        device.server.offer(first)
        let care = try await Self.client(device)
        #expect(await first.next() == #"{"type":"resume"}"#)
        device.server.answer { call in call.url.path == "/oauth/token" ? SessionTests.tokens(2) : .json(#"{"items":[]}"#) }
        device.server.offer(second)
        first.end(4401)
        #expect(await second.next() == #"{"type":"resume"}"#)
        #expect(device.server.calls("/stream").map { $0.headers["Authorization"] } == ["Bearer access-1", "Bearer access-2"])
        await care.close()
    }

    /// A login without the scope has none; the next one of the same person has it.
    @Test func aLoginForMoreIsHeardOf() async throws {
        let device = TestDevice()
        let (first, nonce) = (FakeSocket(), Locked(""))
        device.server.offer(first)
        let care = try await Self.client(device)
        #expect(await first.next() == #"{"type":"resume"}"#)
        first.end(4403)
        for await state in care.connectionStates where state == .notConnected { break }
        device.server.offer(FakeSocket.greeting(at: 3))
        SessionTests.server(device, nonce)
        try await care.session.logIn(scopes: [.messagesRead], present: SessionTests.browser(nonce))
        for await state in care.connectionStates where state == .connected { break }
        #expect(device.server.calls("/stream").count == 2)
        await care.close()
    }

    /// Each attempt waits longer than the one before, for a token as for the stream. A test's time passes at once, up to eight seconds.
    @Test func aTokenThatCannotBeHadIsAskedForAfterPausesThatGrow() async throws {
        let device = TestDevice()
        let first = FakeSocket.greeting(at: 3)
        device.server.offer(first)
        try device.keepSession()
        device.server.answer { _ in .json(#"{"items":[]}"#) }
        let (clock, pauses) = (device.clock, Locked<[Duration]>([]))
        var configuration = device.configuration(isLive: true)
        configuration.clock.sleep = { duration in
            pauses.withLock { $0.append(duration) }
            try await clock.sleep(duration)
        }
        let care = try await CareClient(configuration)
        for await state in care.connectionStates where state == .connected { break }
        device.server.answer { _ in throw TransportFault.unreachable }
        pauses.withLock { $0 = [] }
        first.end(4401)
        // Then it waits in earnest.
        while pauses.withLock({ !$0.contains(.seconds(12)) }) { try await Task.sleep(for: .milliseconds(2)) }
        try await Task.sleep(for: .milliseconds(200))
        let found = pauses.withLock { $0 }
        // The stream's. Before each a refresh has asked six times, while the server would repeat an answer that was lost.
        for pause in [0.375, 0.75, 1.5, 3, 6, 12] { #expect(found.contains(.seconds(pause))) }
        #expect(device.server.calls("/oauth/token").count <= 36 && device.server.calls("/stream").count == 1)
        #expect(care.connectionState != .connected)
        await care.close()
    }

    /// As the fakes greet a client, without a word of its own.
    @Test func aSocketThatGreetsIsConnectedAndGoesOn() async throws {
        let device = TestDevice()
        let first = FakeSocket.greeting(at: 3)
        device.server.offer(first)
        let care = try await Self.client(device)
        _ = try await MessageWatchTests.first(care.messaging.messages(in: MessageWatchTests.conversation)) { $0.isDataFresh }
        for await state in care.connectionStates where state == .connected { break }
        device.server.answer { _ in throw TransportFault.unreachable }
        let second = FakeSocket.greeting(at: 4)
        device.server.offer(second)
        first.say(Self.entries(4))
        _ = try await Self.sequences(care, [4, 3, 2, 1])
        first.breakOff()
        second.say(Self.entries(5))
        _ = try await Self.sequences(care, [5, 4, 3, 2, 1])
        await care.close()
    }

    /// Back after a while, in which the connection has died without a word: it is asked, and what no stream keeps is looked at in any case.
    @Test func whoComesBackAsksWhetherTheStreamIsThere() async throws {
        let device = TestDevice()
        let (first, second) = (FakeSocket(), FakeSocket())
        device.server.offer(first)
        try device.keepSession()
        do {
            let cache = try device.cache()
            try await cache.adopt(TestDevice.user.description)
            try await cache.edit { try $0.setMark("feed", Wire.encode(FeedPlace(epoch: Self.epoch, sequence: 3))) }
        }
        device.server.answer { _ in .json(#"{"items":[]}"#) }
        var configuration = device.configuration(isLive: true)
        let clock = device.clock
        configuration.clock.sleep = { duration in if duration != Live.patience { try await clock.sleep(duration) } }
        let care = try await CareClient(configuration)
        let resume = #"{"epoch":"\#(Self.epoch)","since":3,"type":"resume"}"#
        #expect(await first.next() == resume)
        first.say(Self.resumed(3))
        for await state in care.connectionStates where state == .connected { break }
        let (visits, inbox) = (try care.scheduling.appointments(), care.messaging.conversations())
        let watching = Task {
            async let one: Void = { for try await _ in visits {} }()
            for try await _ in inbox {}
            try await one
        }
        _ = try await MessageWatchTests.first(visits) { $0.isDataFresh }
        _ = try await MessageWatchTests.first(inbox) { $0.isDataFresh }
        let path = "/users/\(TestDevice.user)/appointments"
        let (asked, kept) = (device.server.calls(path).count, device.server.calls("/conversations").count)
        device.server.offer(second)
        await care.refresh(.appInFront)
        #expect(await first.next() == #"{"type":"ping"}"#)
        #expect(await second.next() == resume)
        while device.server.calls(path).count == asked { try await Task.sleep(for: .milliseconds(2)) }
        #expect(device.server.calls("/conversations").count == kept)
        watching.cancel()
        await care.close()
    }

    /// One that is older than all that is here was marked as read on another device.
    @Test func aNotificationFromBehindTheEndIsNotShownOutOfPlace() async throws {
        let device = TestDevice()
        let cache = try device.cache()
        let keeper = FeedKeeper(cache: cache, watchers: Watchers(cache: cache, clock: device.clock), api: try APITests.api(device))
        func notification(_ number: Int, at instant: String) -> String {
            #"{"id":"\#(MessageWatchTests.id(number))","kind":"alert","title":"Alert","details":{},"createdAt":"\#(instant)","readAt":"2026-03-09T00:00:00Z"}"#
        }
        let known = notification(1, at: "2026-03-08T14:30:00Z")
        try await cache.edit { edit in
            try edit.know(Notifications.collection, cursor: "1")
            let item = try Wire.decode(Notifications.Item.self, from: Data(known.utf8))
            try edit.put(Data(known.utf8), Notifications.list.key(item), at: Notifications.list.position(item), in: Notifications.collection)
        }
        let told = try ["2026-03-01T00:00:00Z", "2026-03-08T15:00:00Z"].enumerated().map { index, instant in
            try Wire.decode(
                FeedEntry.self,
                from: Data(
                    #"{"sequence":\#(index + 1),"kind":"notification","at":"2026-03-09T00:00:00Z","notification":\#(notification(index + 2, at: instant))}"#.utf8))
        }
        try await keeper.keep(told, upTo: FeedPlace(epoch: Self.epoch, sequence: 2), for: TestDevice.user)
        let shown = try #require(try await cache.listing(Notifications.collection)).values.map { try Wire.decode(Notifications.Item.self, from: $0).id.lowercaseText }
        #expect(shown == [MessageWatchTests.id(3), MessageWatchTests.id(1)])
    }

    /// A file, of which the server words what stands in the list: the conversation is read anew, and the stream goes on meanwhile.
    @Test func whatHasToBeReadAnewDoesNotHoldTheStream() async throws {
        let device = TestDevice()
        let cache = try device.cache()
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        let (answers, isAnswered) = AsyncStream<String>.makeStream()
        func conversation(_ preview: String) -> String {
            #"{"id":"\#(MessageWatchTests.conversation)","participants":[],"unreadCount":0,"closed":false,"preview":"\#(preview)","createdAt":"2026-03-08T14:00:00Z","updatedAt":"2026-03-08T14:00:00Z"}"#
        }
        device.server.answer { _ in
            isAsked.yield()
            for await preview in answers { return .json(preview) }
            throw TransportFault.unreachable
        }
        let keeper = FeedKeeper(cache: cache, watchers: Watchers(cache: cache, clock: device.clock), api: try APITests.api(device))
        let (list, key) = (Messaging.conversations, MessageWatchTests.conversation.description)
        let first = Data(conversation("Before").utf8)
        try await cache.edit { edit in
            try edit.know(list, cursor: nil)
            try edit.put(first, key, at: 1, in: list)
        }
        func keep(_ sequence: Int, _ what: String) async throws {
            let entry = #"{"sequence":\#(sequence),"at":"2026-03-08T14:30:00Z","conversationId":"\#(MessageWatchTests.conversation)",\#(what)}"#
            try await keeper.keep([Wire.decode(FeedEntry.self, from: Data(entry.utf8))], upTo: FeedPlace(epoch: Self.epoch, sequence: sequence), for: TestDevice.user)
        }
        func preview() async throws -> String? {
            try await cache.value(key, in: list).map { try Wire.decode(Messaging.Conversation.self, from: $0).preview }
        }
        var hears = asked.makeAsyncIterator()
        try await keep(1, #""kind":"odd""#)
        _ = await hears.next()
        // While it is read, more comes, which is newer than what is read.
        try await keep(2, #""kind":"conversation","conversation":\#(conversation("Newer"))"#)
        #expect(try await keeper.place()?.sequence == 2)
        #expect(try await preview() == "Newer")
        isAnswered.yield(conversation("Old"))
        _ = await hears.next()
        #expect(try await preview() == "Newer")
        isAnswered.yield(conversation("Newest"))
        while try await preview() != "Newest" { try await Task.sleep(for: .milliseconds(2)) }
        #expect(device.server.calls.count == 2)
    }

    /// Somebody else has logged in meanwhile, and takes part too: theirs is looked at again.
    @Test func whatIsReadAnewForWhoHasGoneIsAskedForByTheNext() async throws {
        let device = TestDevice()
        let cache = try device.cache()
        let watchers = Watchers(cache: cache, clock: device.clock)
        let keeper = FeedKeeper(cache: cache, watchers: watchers, api: try APITests.api(device))
        let (list, next, loaded) = (Messaging.conversations, UserID(UUID.v7()), Locked(0))
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        let (goesOn, mayGoOn) = AsyncStream<Void>.makeStream()
        let conversation =
            #"{"id":"\#(MessageWatchTests.conversation)","participants":[],"unreadCount":0,"closed":false,"preview":"","createdAt":"2026-03-08T14:00:00Z","updatedAt":"2026-03-08T14:00:00Z"}"#
        device.server.answer { _ in
            isAsked.yield()
            for await _ in goesOn {}
            return .json(conversation)
        }
        let source = Source<Int>(name: list, collections: [], read: { 1 }, fetch: { loaded.withLock { $0 += 1 } })
        let watching = Task { for try await _ in Watch(source: source, watchers: watchers) {} }
        while loaded.withLock({ $0 }) < 1 { try await Task.sleep(for: .milliseconds(2)) }
        let entry = #"{"sequence":1,"at":"2026-03-08T14:30:00Z","conversationId":"\#(MessageWatchTests.conversation)","kind":"odd"}"#
        let told = [try Wire.decode(FeedEntry.self, from: Data(entry.utf8))]
        for reader in [TestDevice.user, next] {
            try await cache.adopt(reader.description)
            try await cache.edit { try $0.know(list, cursor: nil) }
            try await keeper.keep(told, upTo: FeedPlace(epoch: Self.epoch, sequence: 1), for: reader)
            if reader != next { for await _ in asked { break } }
        }
        mayGoOn.finish()
        while loaded.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(2)) }
        watching.cancel()
    }

    /// The page that is on its way may be from before what the stream tells, which has no list to be kept in yet.
    @Test(arguments: ["messages", "conversations"]) func whatIsToldWhileAListIsLoadedForTheFirstTimeIsNotLost(of what: String) async throws {
        let device = TestDevice()
        let (cache, api, isTold) = (try device.cache(), try APITests.api(device), Locked(false))
        let watchers = Watchers(cache: cache, clock: device.clock)
        let (keeper, lists) = (FeedKeeper(cache: cache, watchers: watchers, api: api), Lists(api: api, cache: cache, watchers: watchers))
        let (id, messages) = (MessageWatchTests.conversation, Messaging.list(of: MessageWatchTests.conversation))
        let conversation =
            #"{"id":"\#(id)","participants":[],"unreadCount":0,"closed":false,"preview":"","createdAt":"2026-03-08T14:00:00Z","updatedAt":"2026-03-08T14:00:00Z"}"#
        let tells =
            what == "messages"
            ? Self.entries(4)
            : #"{"type":"entries","entries":[{"sequence":4,"at":"2026-03-08T14:30:00Z","conversationId":"\#(id)","kind":"conversation","conversation":\#(conversation)}]}"#
        let entries = try #require(try Wire.decode(StreamFrame.self, from: Data(tells.utf8)).entries)
        device.server.answer { call in
            let isLater = isTold.withLock { isTold in
                defer { isTold = true }
                return isTold
            }
            if !isLater { try await keeper.keep(entries, upTo: FeedPlace(epoch: Self.epoch, sequence: 4), for: TestDevice.user) }
            if what == "messages" { return try await MessageWatchTests.history(of: isLater ? 4 : 3)(call) }
            return .json(#"{"items":[\#(isLater ? conversation : "")]}"#)
        }
        if what == "messages" { try await lists.refresh(messages) } else { try await lists.refresh(Messaging.conversationList) }
        let kept = try await cache.listing(what == "messages" ? messages.collection : Messaging.conversations)
        #expect(kept?.values.count == (what == "messages" ? 4 : 1))
        #expect(device.server.calls.count == 2)
    }

    /// What was read before the stream told of it covers nothing; whoever looks at the list asks.
    @Test func whatChangesWheneverItIsReadIsOldAndNotCovered() async throws {
        let device = TestDevice()
        let cache = try device.cache()
        let watchers = Watchers(cache: cache, clock: device.clock)
        let keeper = FeedKeeper(cache: cache, watchers: watchers, api: try APITests.api(device))
        let (list, key, newer, loaded) = (Messaging.conversations, MessageWatchTests.conversation.description, Locked(0), Locked(0))
        @Sendable func conversation(_ preview: String) -> Data {
            Data(
                #"{"id":"\#(MessageWatchTests.conversation)","participants":[],"unreadCount":0,"closed":false,"preview":"\#(preview)","createdAt":"2026-03-08T14:00:00Z","updatedAt":"2026-03-08T14:00:00Z"}"#
                    .utf8)
        }
        try await cache.edit { edit in
            try edit.know(list, cursor: nil)
            try edit.put(conversation("Before"), key, at: 1, in: list)
        }
        device.server.answer { _ in
            let number = newer.withLock { number in
                number += 1
                return number
            }
            try await cache.edit { try $0.put(conversation("Newer \(number)"), key, at: 1, in: list) }
            return .json(String(decoding: conversation("Old"), as: UTF8.self))
        }
        let source = Source<Int>(name: list, collections: [], read: { 1 }, fetch: { loaded.withLock { $0 += 1 } })
        let watching = Task { for try await _ in Watch(source: source, watchers: watchers) {} }
        while loaded.withLock({ $0 }) < 1 { try await Task.sleep(for: .milliseconds(2)) }
        let entry = #"{"sequence":1,"at":"2026-03-08T14:30:00Z","conversationId":"\#(MessageWatchTests.conversation)","kind":"odd"}"#
        try await keeper.keep([Wire.decode(FeedEntry.self, from: Data(entry.utf8))], upTo: FeedPlace(epoch: Self.epoch, sequence: 1), for: TestDevice.user)
        while loaded.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(2)) }
        let kept = try #require(try await cache.value(key, in: list))
        #expect(try Wire.decode(Messaging.Conversation.self, from: kept).preview == "Newer 3")
        #expect(device.server.calls.count == 3)
        watching.cancel()
    }

    @Test(arguments: [(600.0, 540.0), (121, 61), (60, 30), (30, 15), (5, 10), (-60, 10)]) func aTokenIsRenewedInTime(left: TimeInterval, pause: TimeInterval) {
        #expect(Live.renewal(before: left) == .seconds(pause))
    }

    @Test func itEndsWithTheSession() async throws {
        let device = TestDevice()
        let first = FakeSocket()
        device.server.offer(first)
        let care = try await Self.client(device)
        #expect(await first.next() == #"{"type":"resume"}"#)
        await care.session.logOut()
        for await state in care.connectionStates where state == .notConnected { break }
        await #expect(throws: TransportFault.unreachable) {
            while true { _ = try await first.receive() }
        }
        await care.close()
    }
}
