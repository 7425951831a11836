import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// What calls for looking again, and what an app is told of the connection meanwhile.
@Suite(.timeLimit(.minutes(3))) struct LookingAgainTests {
    private static func watching(_ care: CareClient) -> Task<Void, any Error> { Task { for try await _ in care.messaging.conversations() {} } }

    private static func until(_ holds: () async -> Bool) async throws { while await !holds() { try await Task.sleep(for: .milliseconds(2)) } }

    /// Where no stream is open each of them looks at everything.
    @Test(arguments: [CareClient.Trigger.network, .appInFront, .push, .asked]) func withoutAStreamEachLooksAtEverything(_ trigger: CareClient.Trigger) async throws {
        let device = TestDevice()
        device.server.answer { _ in .json(#"{"items":[]}"#) }
        let care = try await MessageWatchTests.client(device)
        let watching = Self.watching(care)
        _ = try await MessageWatchTests.first(care.messaging.conversations()) { $0.isDataFresh }
        let asked = device.server.calls("/conversations").count
        await care.refresh(trigger)
        try await Self.until { device.server.calls("/conversations").count == asked + 1 }
        _ = try await MessageWatchTests.first(care.messaging.conversations()) { $0.isDataFresh }
        watching.cancel()
        await care.close()
    }

    /// Where no stream can be held.
    @Test func aTimerLooksAtEverything() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json(#"{"items":[]}"#) }
        try device.keepSession()
        let (next, isNext) = AsyncStream<Void>.makeStream()
        var configuration = device.configuration()
        configuration.refreshEvery = .seconds(60)
        let clock = device.clock
        configuration.clock.sleep = { duration in
            guard duration == .seconds(60) else { return try await clock.sleep(duration) }
            for await _ in next { return }
            throw CancellationError()
        }
        let care = try await CareClient(configuration)
        let watching = Self.watching(care)
        for asked in 1...3 {
            try await Self.until { device.server.calls("/conversations").count == asked }
            _ = try await MessageWatchTests.first(care.messaging.conversations()) { $0.isDataFresh }
            isNext.yield()
        }
        watching.cancel()
        await care.close()
    }

    /// With the next login's token, though the person is the same.
    @Test func whatALoginForLessWasRefusedIsAskedForAgain() async throws {
        let (device, door, nonce, isAllowed) = (TestDevice(), TestDevice(), Locked(""), Locked(true))
        SessionTests.server(door, nonce)
        let history = MessageWatchTests.history(of: 3)
        device.server.answer { call in
            if ["/.well-known/openid-configuration", "/oauth/token"].contains(call.url.path) { return try await door.server.send(call) }
            guard isAllowed.withLock({ $0 }) else { return .problem("insufficient-scope", 403) }
            return try await history(call)
        }
        let care = try await MessageWatchTests.client(device)
        let messages = care.messaging.messages(in: MessageWatchTests.conversation)
        let watching = Task { for try await _ in messages {} }
        _ = try await MessageWatchTests.first(messages) { $0.isDataFresh }
        isAllowed.withLock { $0 = false }
        await care.refresh()
        _ = try await MessageWatchTests.first(messages) { if case .failed = $0.refreshingState { true } else { false } }
        isAllowed.withLock { $0 = true }
        try await care.session.logIn(scopes: [.messagesRead], present: SessionTests.browser(nonce))
        _ = try await MessageWatchTests.first(messages) { $0.isDataFresh }
        watching.cancel()
        await care.close()
    }

    /// Where no stream is open nothing else tells of it.
    @Test func whatWasMarkedIsLookedAtAgain() async throws {
        let device = TestDevice()
        let marked = Locked<Set<String>>([])
        device.server.answer { call in
            let path = call.url.path
            if call.method == "PUT" {
                _ = marked.withLock { $0.insert(path) }
                return HTTPReply(status: 204)
            }
            let isMarked = marked.withLock { !$0.isEmpty }
            if path == "/notifications" {
                let read = isMarked ? #","readAt":"2026-03-08T14:31:00Z""# : ""
                return .json(
                    #"{"items":[{"id":"\#(MessageWatchTests.id(1))","kind":"alert","title":"","details":{},"createdAt":"2026-03-08T14:30:00Z"\#(read)}]}"#)
            }
            let id = MessageWatchTests.conversation
            return .json(
                #"{"items":[{"id":"\#(id)","participants":[],"unreadCount":\#(isMarked ? 0 : 2),"closed":false,"preview":"","createdAt":"2026-03-08T14:00:00Z","updatedAt":"2026-03-08T14:30:00Z"}]}"#
            )
        }
        let care = try await MessageWatchTests.client(device)
        var inbox = care.messaging.conversations().makeAsyncIterator()
        while let shown = try await inbox.next(), shown.refreshingState != .refreshed || shown.data.items.first?.unreadCount != 2 {}
        try await care.messaging.markSeen(MessageWatchTests.conversation)
        while let shown = try await inbox.next(), shown.data.items.first?.unreadCount != 0 {}
        // What is marked already changes nothing more.
        let asked = device.server.calls("/conversations").count
        try await care.messaging.markSeen(MessageWatchTests.conversation)
        try await Self.until { device.server.calls("\(MessageWatchTests.path)/seen").count == 2 }
        try await Task.sleep(for: .milliseconds(50))
        #expect(device.server.calls("/conversations").count == asked)

        marked.withLock { $0 = [] }
        var notified = care.notifications.all().makeAsyncIterator()
        while let shown = try await notified.next(), shown.refreshingState != .refreshed || shown.data.items.first?.readAt != nil {}
        try await care.notifications.markAllRead()
        while let shown = try await notified.next(), shown.data.items.first?.readAt == nil {}
        #expect(marked.withLock { $0 } == ["/notifications/read"])
        // Up to the newest that was here.
        let said = device.server.calls("/notifications/read").map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
        #expect(said == [#"{"createdUntil":"2026-03-08T14:30:00Z"}"#])
        await care.close()
    }

    /// What the server has beyond that is unread still: whoever marks whatever is shown has it looked at once by that.
    @Test func whatWasSeenInPartIsLookedAtOnce() async throws {
        let device = TestDevice()
        let (id, isMarked) = (MessageWatchTests.conversation, Locked(false))
        device.server.answer { call in
            if call.method == "PUT" {
                isMarked.withLock { $0 = true }
                return HTTPReply(status: 204)
            }
            let (seen, unread) = isMarked.withLock { $0 } ? (3, 1) : (1, 2)
            return .json(
                #"{"items":[{"id":"\#(id)","participants":[{"userId":"\#(TestDevice.user)","seenSequence":\#(seen)}],"unreadCount":\#(unread),"closed":false,"preview":"","createdAt":"2026-03-08T14:00:00Z","updatedAt":"2026-03-08T14:30:00Z"}]}"#
            )
        }
        let care = try await MessageWatchTests.client(device)
        let list = Messaging.list(of: id).collection
        try await care.messaging.core.cache.edit { edit in
            try edit.know(list, cursor: nil)
            try edit.put(Data(MessageWatchTests.item(3, "").utf8), MessageWatchTests.id(3), at: 3, in: list)
        }
        var inbox = care.messaging.conversations().makeAsyncIterator()
        while let shown = try await inbox.next(), shown.data.items.first?.unreadCount != 2 {}
        try await care.messaging.markSeen(id)
        while let shown = try await inbox.next(), shown.data.items.first?.unreadCount != 1 {}
        let asked = device.server.calls("/conversations").count
        try await care.messaging.markSeen(id)
        try await Self.until { device.server.calls("\(MessageWatchTests.path)/seen").count == 2 }
        try await Task.sleep(for: .milliseconds(50))
        #expect(device.server.calls("/conversations").count == asked)
        await care.close()
    }

    /// Another one that is unread is no reason to look at them again.
    @Test func whatWasMarkedAloneIsAReasonToLookAgain() async throws {
        let device = TestDevice()
        let (unread, seen) = (MessageWatchTests.conversation, ConversationID(UUID.v7()))
        device.server.answer { call in
            if call.method == "PUT" { return HTTPReply(status: 204) }
            let all = [(unread, 2), (seen, 0)].map { id, count in
                #"{"id":"\#(id)","participants":[],"unreadCount":\#(count),"closed":false,"preview":"","createdAt":"2026-03-08T14:00:00Z","updatedAt":"2026-03-08T14:30:00Z"}"#
            }
            return .json(#"{"items":[\#(all.joined(separator: ","))]}"#)
        }
        let care = try await MessageWatchTests.client(device)
        var inbox = care.messaging.conversations().makeAsyncIterator()
        while let shown = try await inbox.next(), shown.refreshingState != .refreshed || shown.data.items.count != 2 {}
        try await care.messaging.markSeen(seen)
        try await Self.until { device.server.calls("/conversations/\(seen)/seen").count == 1 }
        try await Task.sleep(for: .milliseconds(50))
        #expect(device.server.calls("/conversations").count == 1)
        try await care.messaging.markSeen(unread)
        try await Self.until { device.server.calls("/conversations").count == 2 }
        withExtendedLifetime(inbox) {}
        await care.close()
    }

    /// What lies below the page that is loaded anew was marked as well, also where that alone was unread.
    @Test(arguments: [false, true]) func whenAllWereMarkedNoneStaysUnread(isPageRead: Bool) async throws {
        let device = TestDevice()
        let isMarked = Locked(false)
        device.server.answer { call in
            if call.method == "PUT" {
                isMarked.withLock { $0 = true }
                return HTTPReply(status: 204)
            }
            let isFirst = call.query["after"] == nil
            let read = isMarked.withLock { $0 } || isFirst && isPageRead ? #","readAt":"2026-03-08T14:31:00Z""# : ""
            let items = (isFirst ? 11...60 : 1...10).reversed().map { number in
                let createdAt = RFC3339.format(Date(timeIntervalSince1970: 1_790_000_000 + Double(number)))
                return #"{"id":"\#(MessageWatchTests.id(number))","kind":"alert","title":"","details":{},"createdAt":"\#(createdAt)"\#(read)}"#
            }
            let next = isFirst ? #","nextCursor":"11""# : ""
            return .json(#"{"items":[\#(items.joined(separator: ","))]\#(next)}"#)
        }
        let care = try await MessageWatchTests.client(device)
        var shown = care.notifications.all().makeAsyncIterator()
        var latest = try await shown.next()
        while let now = latest, !now.isDataFresh { latest = try await shown.next() }
        if let loadMore = latest?.data.loadMore { try await loadMore() }
        while let now = latest, now.data.items.count < 60 { latest = try await shown.next() }
        try await care.notifications.markAllRead()
        while let now = latest, now.data.items.contains(where: { $0.readAt == nil }) { latest = try await shown.next() }
        #expect(latest?.data.items.count == 50 && latest?.data.loadMore != nil)
        await care.close()
    }

    /// What the stream keeps in step is as on the server: only who asks by hand has it loaded.
    @Test(arguments: [(CareClient.Trigger.network, false), (.push, false), (.asked, true)])
    func whatAStreamKeepsIsLoadedForWhoAsksAlone(_ trigger: CareClient.Trigger, isLoaded: Bool) async throws {
        let device = TestDevice()
        let socket = FakeSocket()
        device.server.offer(socket)
        device.server.answer { _ in .json(#"{"items":[]}"#) }
        try device.keepSession()
        do {
            let cache = try device.cache()
            try await cache.adopt(TestDevice.user.description)
            try await cache.edit { try $0.setMark("feed", Wire.encode(FeedPlace(epoch: LiveTests.epoch, sequence: 3))) }
        }
        let care = try await CareClient(device.configuration(isLive: true))
        #expect(await socket.next() == #"{"epoch":"\#(LiveTests.epoch)","since":3,"type":"resume"}"#)
        // Nothing was missed.
        socket.say(LiveTests.resumed(3))
        for await state in care.connectionStates where state == .connected { break }
        let watching = Self.watching(care)
        let alerts = Task { for try await _ in care.health.alerts() {} }
        _ = try await MessageWatchTests.first(care.messaging.conversations()) { $0.isDataFresh }
        _ = try await MessageWatchTests.first(care.health.alerts()) { $0.isDataFresh }
        let before = (device.server.calls("/conversations").count, device.server.calls("/health/alerts").count)
        await care.refresh(trigger)
        try await Self.until { device.server.calls("/health/alerts").count == before.1 + 1 }
        _ = try await MessageWatchTests.first(care.messaging.conversations()) { $0.isDataFresh }
        #expect(device.server.calls("/conversations").count == before.0 + (isLoaded ? 1 : 0))
        watching.cancel()
        alerts.cancel()
        await care.close()
    }

    /// From the moment at which nothing was heard any more, however often it was tried meanwhile.
    @Test func anAppIsToldSinceWhenNothingIsHeard() async throws {
        let (device, time) = (TestDevice(), HeldClock())
        let (first, second) = (FakeSocket(), FakeSocket())
        device.server.offer(first)
        device.server.answer { _ in .json(#"{"items":[]}"#) }
        try device.keychain.logIn(TestDevice.user, token: "access-1", until: time.now.addingTimeInterval(7200))
        var configuration = device.configuration(isLive: true)
        configuration.clock = time.clock
        let care = try await CareClient(configuration)
        #expect(await first.next() == #"{"type":"resume"}"#)
        #expect(care.connectionState == .connecting)
        first.say(LiveTests.resumed(3))
        for await state in care.connectionStates where state == .connected { break }
        time.pass(60)
        let lost = time.now
        first.breakOff()
        for await state in care.connectionStates where state == .disconnected(since: lost) { break }
        for attempt in 1...2 {
            let tried = device.server.calls("/stream").count
            // Less than a pause at a time.
            try await Self.until {
                time.pass(0.1)
                return device.server.calls("/stream").count > tried
            }
            try await Self.until { care.connectionState != .connecting }
            #expect(care.connectionState == .disconnected(since: lost), "attempt \(attempt)")
        }
        device.server.offer(second)
        await care.refresh(.network)
        #expect(await second.next() != nil)
        second.say(LiveTests.resumed(3))
        for await state in care.connectionStates where state == .connected { break }
        time.pass(60)
        let again = time.now
        second.breakOff()
        for await state in care.connectionStates where state == .disconnected(since: again) { break }
        await care.close()
        for await state in care.connectionStates where state == .notConnected { break }
    }

    @Test func aDamagedCacheIsSaidToTheApp() async throws {
        let device = TestDevice()
        device.server.answer(MessageWatchTests.history(of: 3))
        do {
            let care = try await MessageWatchTests.client(device)
            _ = try await MessageWatchTests.first(care.messaging.messages(in: MessageWatchTests.conversation)) { $0.isDataFresh }
            await care.close()
        }
        let file = device.folder.appendingPathComponent("cache.sqlite")
        // What was written last may lie beside it still.
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) }
        try Data(repeating: 7, count: 9000).write(to: file)
        let care = try await MessageWatchTests.client(device)
        for await notices in care.noticed where notices.contains(.cacheRebuilt) { break }
        let loaded = try await MessageWatchTests.first(care.messaging.messages(in: MessageWatchTests.conversation)) { $0.isDataFresh }
        #expect(loaded.data.items.map(\.sequence) == [3, 2, 1])
        await care.close()
    }
}
