import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// Messages as an app sees them, against a server that answers as each test says.
@Suite(.timeLimit(.minutes(3))) struct MessageWatchTests {
    static let conversation = ConversationID(UUID.v7())
    static let path = "/conversations/\(conversation)"

    static func item(_ sequence: Int, _ text: String, author: UserID = TestDevice.user, clientId: String? = nil) -> String {
        let client = clientId.map { #","clientId":"\#($0)""# } ?? ""
        return
            #"{"id":"\#(id(sequence))","conversationId":"\#(conversation)","sequence":\#(sequence),"kind":"text","authorId":"\#(author)","content":{"text":"\#(text)"},"createdAt":"2026-03-08T14:30:00Z"\#(client)}"#
    }

    static func id(_ number: Int) -> String { "0198c5b2-7d7e-7cc0-8a4f-\(String(number + 1_000_000_000_000).suffix(12))" }

    /// A server that has so many messages, in pages of fifty.
    static func history(of count: Int) -> @Sendable (HTTPCall) async throws -> HTTPReply {
        { call in
            let before = call.query["after"].flatMap { Int($0) } ?? count + 1
            let limit = Int(call.query["limit"] ?? "") ?? 50
            let sequences = Array((max(1, before - limit)..<before).reversed())
            let next = sequences.last.map { $0 > 1 ? #","nextCursor":"\#($0)""# : "" } ?? ""
            return .json(#"{"items":[\#(sequences.map { item($0, "Nr. \($0)") }.joined(separator: ","))]\#(next)}"#)
        }
    }

    static func client(_ device: TestDevice) async throws -> CareClient {
        try device.keepSession()
        return try await CareClient(device.configuration())
    }

    /// The first that is as wanted.
    static func first<Value>(_ watch: Watch<Value>, where isWanted: (Watched<Value>) -> Bool) async throws -> Watched<Value> {
        for try await watched in watch where isWanted(watched) { return watched }
        throw CareError.offline
    }

    /// As of a later version of the platform: what stands beside it is read all the same.
    @Test func whatThisVersionDoesNotKnowHidesNothing() throws {
        let poll = Self.item(2, "x").replacingOccurrences(of: #""kind":"text""#, with: #""kind":"poll""#)
            .replacingOccurrences(of: #"{"text":"x"}"#, with: #"{"poll":{"question":"When?"}}"#)
        let page = try Wire.decode(Page<Messaging.Message>.self, from: Data(#"{"items":[\#(poll),\#(Self.item(1, "Hello"))]}"#.utf8))
        #expect(page.items.map(\.kind) == [.unknown, .text] && page.items.map(\.content) == [nil, .text("Hello")])
        let frame = try Wire.decode(StreamFrame.self, from: Data(LiveTests.entries(1).replacingOccurrences(of: #"{"text":"#, with: #"{"poll":"#).utf8))
        #expect(frame.entries?.map(\.sequence) == [1] && frame.entries?.first?.item?.content == nil)
        let interpreter = Data(#"{"userId":"\#(TestDevice.user)","role":"interpreter","seenSequence":0}"#.utf8)
        #expect(try Wire.decode(Messaging.Conversation.Participant.self, from: interpreter).role == nil)
        let patient = Data(#"{"userId":"\#(TestDevice.user)","role":"patient","seenSequence":0}"#.utf8)
        #expect(try Wire.decode(Messaging.Conversation.Participant.self, from: patient).role == .patient)
    }

    /// Without a live stream: what others said before one's own message is not here, and what is older does not stand right behind it.
    @Test func whatWasSentAfterMuchThatWasNotHeardLeavesNoHole() async throws {
        let device = TestDevice()
        device.server.answer(Self.history(of: 3))
        let care = try await Self.client(device)
        _ = try await Self.first(care.messaging.messages(in: Self.conversation)) { $0.isDataFresh }
        device.server.answer { call in
            guard call.method == "POST" else { throw TransportFault.unreachable }
            return .json(Self.item(100, "Nr. 100"), status: 201)
        }
        try await care.messaging.send(.text("Nr. 100"), to: Self.conversation)
        _ = try await Self.first(care.messaging.messages(in: Self.conversation)) { $0.data.items.first?.sequence == 100 }
        device.server.answer(Self.history(of: 100))
        let shown = try await Self.first(care.messaging.messages(in: Self.conversation)) { $0.isDataFresh }
        #expect(shown.data.items.compactMap(\.sequence) == Array((51...100).reversed()) && shown.data.loadMore != nil)
        #expect(try await care.messaging.core.cache.listing(Messaging.list(of: Self.conversation).collection)?.values.count == 50)
        await care.close()
    }

    /// Each answer was under way when something newer was kept, of which nobody tells again.
    @Test func whatChangesAgainAndAgainWhileItIsLoadedIsNotShownAsItWasBefore() async throws {
        let device = TestDevice()
        let list = Messaging.list(of: Self.conversation)
        do {
            let cache = try device.cache()
            try await cache.adopt(TestDevice.user.description)
            try await cache.edit { edit in
                try edit.know(list.collection, cursor: nil)
                try edit.put(Data(Self.item(1, "Nr. 1").utf8), Self.id(1), at: 1, in: list.collection)
            }
        }
        let care = try await Self.client(device)
        let (cache, latest) = (care.messaging.core.cache, Locked(1))
        device.server.answer { call in
            let before = latest.withLock { $0 }
            if before < 4 {
                let next = before + 1
                try await cache.edit { try $0.put(Data(Self.item(next, "Nr. \(next)").utf8), Self.id(next), at: next, in: list.collection) }
                latest.withLock { $0 = next }
            }
            return try await Self.history(of: before)(call)
        }
        let shown = try await Self.first(care.messaging.messages(in: Self.conversation)) { $0.isDataFresh && !$0.isBeingRead }
        #expect(shown.data.items.compactMap(\.sequence) == [4, 3, 2, 1])
        await care.close()
    }

    /// Of a message whose first answer was lost, and which many came after.
    @Test func anAnswerThatComesLatePutsNothingBehindTheEnd() async throws {
        let device = TestDevice()
        let cache = try device.cache()
        let list = Messaging.list(of: Self.conversation)
        try await cache.edit { edit in
            try edit.know(list.collection, cursor: "51")
            for sequence in 51...100 { try edit.put(Data(Self.item(sequence, "").utf8), Self.id(sequence), at: sequence, in: list.collection) }
        }
        let item = OutboxItem(id: UUID(), call: .get("/"), createdAt: device.now)
        for (sequence, count) in [(20, 50), (101, 51)] {
            _ = try await Messaging.sending(cache).settle(item, .json(Self.item(sequence, "mine"), status: 201))
            #expect(try await cache.listing(list.collection)?.values.count == count)
        }
        #expect(try await cache.listing(list.collection)?.isStale == false)
    }

    /// What was said without a network goes in one request, and is shown as the server has it; where one is refused, each hears by itself what becomes of it.
    @Test(arguments: ["taken", "refused", "another release", "no answer to it"]) func whatWasKeptGoesTogether(how: String) async throws {
        let device = TestDevice()
        let care = try await Self.client(device)
        let outbox = care.messaging.core.outbox
        await outbox.close()
        let texts = (1...6).map { "Nr. \($0)" }
        for text in texts { try await care.messaging.send(.text(text), to: Self.conversation) }
        device.server.answer { call in
            if call.method != "POST" { return try await Self.history(of: 0)(call) }
            guard let body = call.body else { return .problem("malformed", 400) }
            let isBatch = call.url.path.hasSuffix("/batch")
            let said = isBatch ? try Wire.decode(Said.self, from: body).items : [try Wire.decode(Said.Item.self, from: body)]
            switch how {
            case "refused" where said.contains { $0.content.text == "Nr. 4" }: return .problem("validation", 400)
            case "another release" where isBatch: return .problem("not-found", 404)
            default: break
            }
            let items = said.map { Self.item(Int($0.content.text?.dropFirst(4) ?? "") ?? 0, $0.content.text ?? "", clientId: $0.clientId) }
            return .json(isBatch && how != "no answer to it" ? #"{"items":[\#(items.joined(separator: ","))]}"# : items[0], status: 201)
        }
        try await outbox.open(for: TestDevice.user)
        let lane = Messaging.lane(Self.conversation)
        while try await outbox.pending(lane).contains(where: { [.sending, .toBeSent].contains($0.delivery) }) {
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(try await Messaging.shown(outbox.pending(lane)).compactMap { $0.content?.text } == (how == "refused" ? ["Nr. 4"] : []))
        #expect(device.server.calls(Self.path + "/messages/batch").count == 1)
        let alone = device.server.calls(Self.path + "/messages").compactMap { $0.body.flatMap { try? Wire.decode(Said.Item.self, from: $0) }?.content.text }
        #expect(alone == (how == "taken" ? [] : texts))
        await care.close()
    }

    private struct Said: Decodable {
        struct Item: Decodable {
            var clientId: String
            var content: Messaging.Content
        }

        var items: [Item]
    }

    @Test func showsWhatIsOnTheDiskFirst() async throws {
        let device = TestDevice()
        device.server.answer(Self.history(of: 3))
        do {
            let care = try await Self.client(device)
            let loaded = try await Self.first(care.messaging.messages(in: Self.conversation)) { $0.isDataFresh }
            #expect(loaded.data.items.map(\.sequence) == [3, 2, 1] && loaded.refreshingState == .refreshed)
            await care.close()
        }
        device.server.answer { _ in throw TransportFault.unreachable }
        let care = try await Self.client(device)
        var seen: [Watched<Listed<Messaging.Message>>] = []
        for try await watched in care.messaging.messages(in: Self.conversation) {
            seen.append(watched)
            if case .failed = watched.refreshingState { break }
        }
        #expect(seen.allSatisfy { $0.data.items.map(\.sequence) == [3, 2, 1] && !$0.isDataFresh })
        #expect(seen.last?.refreshingState == .failed(.offline))
        await care.close()
    }

    @Test func endsWithoutAnythingToShow() async throws {
        let care = try await Self.client(TestDevice())
        await #expect(throws: CareError.offline) { for try await _ in care.messaging.conversations() {} }
        await care.close()
    }

    @Test func manyShareOneSubscription() async throws {
        let device = TestDevice()
        device.server.answer { call in
            try await Task.sleep(for: .milliseconds(30))
            return try await Self.history(of: 3)(call)
        }
        let care = try await Self.client(device)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await Self.first(care.messaging.messages(in: Self.conversation)) { $0.isDataFresh }.data.items.count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 3, count: 20))
        #expect(device.server.calls(Self.path + "/items").count == 1)
        await care.close()
    }

    @Test func loadsMoreUntilTheEnd() async throws {
        let device = TestDevice()
        device.server.answer(Self.history(of: 120))
        let care = try await Self.client(device)
        var sizes: [Int] = []
        for try await watched in care.messaging.messages(in: Self.conversation) where watched.isDataFresh {
            if sizes.last == watched.data.items.count { continue }
            sizes.append(watched.data.items.count)
            guard let more = watched.data.loadMore else { break }
            // Its error is its own: the watcher goes on.
            if sizes.count == 2 {
                device.server.answer { _ in .problem("not-found", 404) }
                await #expect(throws: CareError.self) { try await more() }
                device.server.answer(Self.history(of: 120))
            }
            try await more()
        }
        #expect(sizes == [50, 100, 120])
        await care.close()
    }

    /// The stream tells of what lies behind the end of what is here, in no list yet, while the part that has it is on its way from before.
    @Test func whatIsToldOfAPartThatIsOnItsWayIsInIt() async throws {
        let device = TestDevice()
        device.server.answer(Self.history(of: 60))
        let care = try await Self.client(device)
        let core = care.messaging.core
        var shown = care.messaging.messages(in: Self.conversation).makeAsyncIterator()
        var latest = try await shown.next()
        while let now = latest, !now.isDataFresh { latest = try await shown.next() }
        let keeper = FeedKeeper(cache: core.cache, watchers: core.watchers, api: core.api)
        let gone =
            #"{"id":"\#(Self.id(5))","conversationId":"\#(Self.conversation)","sequence":5,"kind":"text","authorId":"\#(TestDevice.user)","createdAt":"2026-03-08T14:30:00Z","deletedAt":"2026-03-08T14:31:00Z"}"#
        let told = #"{"sequence":1,"kind":"item","at":"2026-03-08T14:31:00Z","conversationId":"\#(Self.conversation)","item":\#(gone)}"#
        device.server.answerInTurn { number, call in
            let reply = try await Self.history(of: 60)(call)
            if number == 1 {
                try await keeper.keep([Wire.decode(FeedEntry.self, from: Data(told.utf8))], upTo: FeedPlace(epoch: LiveTests.epoch, sequence: 1), for: TestDevice.user)
                return reply
            }
            return .json(String(decoding: reply.body, as: UTF8.self).replacingOccurrences(of: Self.item(5, "Nr. 5"), with: gone))
        }
        if let loadMore = latest?.data.loadMore { try await loadMore() }
        while let now = latest, now.data.items.count < 60 { latest = try await shown.next() }
        #expect(latest?.data.items.first { $0.sequence == 5 }?.deletedAt != nil)
        #expect(latest?.data.items.first { $0.sequence == 6 }?.content?.text == "Nr. 6")
        await care.close()
    }

    @Test func whatIsSentIsShownAtOnceAndKept() async throws {
        let device = TestDevice()
        device.server.answer(Self.history(of: 2))
        let care = try await Self.client(device)
        let messages = care.messaging.messages(in: Self.conversation)
        _ = try await Self.first(messages) { $0.isDataFresh }
        // The network goes.
        let (isGone, third) = (Locked(true), Locked<String?>(nil))
        device.server.answer { call in
            if isGone.withLock({ $0 }) { throw TransportFault.unreachable }
            guard call.method == "POST" else {
                let items = (third.withLock { $0 }.map { [$0] } ?? []) + [Self.item(2, "Nr. 2"), Self.item(1, "Nr. 1")]
                return .json(#"{"items":[\#(items.joined(separator: ","))]}"#)
            }
            struct Body: Decodable { var clientId: String }
            let body = try Wire.decode(Body.self, from: call.body ?? Data())
            let made = Self.item(3, "Hello", clientId: body.clientId)
            third.withLock { $0 = made }
            return .json(made, status: 201)
        }
        let message = try await care.messaging.send(.text("Hello"), to: Self.conversation)
        let shown = try await Self.first(messages) { $0.data.items.count == 3 }
        #expect(shown.data.items.first?.clientId == message.clientId && shown.data.items.first?.delivery != .sent)
        isGone.withLock { $0 = false }
        await care.refresh(.network)
        let sent = try await Self.first(messages) { $0.data.items.first?.delivery == .sent }
        #expect(sent.data.items.map(\.sequence) == [3, 2, 1])
        #expect(sent.data.items.first?.clientId == message.clientId)
        await care.close()
    }

    /// Without a network, in a conversation that nobody has looked at on this device: what was said is shown, goes on being shown once it was sent, and is gone
    /// when it was taken back.
    @Test(arguments: ["sent", "taken back", "sent, and nothing else is to be had"]) func whatIsSaidIsShownWhereNothingWasEverLoaded(then: String) async throws {
        let device = TestDevice()
        let care = try await Self.client(device)
        let messages = care.messaging.messages(in: Self.conversation)
        await #expect(throws: CareError.offline) { try await messages.current() }
        let message = try await care.messaging.send(.text("Hello"), to: Self.conversation)
        let shown = try await Self.first(messages) { if case .failed = $0.refreshingState { true } else { false } }
        #expect(shown.data.items.map(\.clientId) == [message.clientId] && shown.data.items[0].delivery != .sent && !shown.isDataFresh)
        #expect(try await messages.current().items.map(\.clientId) == [message.clientId])
        var states = messages.makeAsyncIterator()
        _ = try await states.next()
        if then == "taken back" {
            await care.messaging.core.outbox.close()
            while try await !care.messaging.cancel(message) { try await Task.sleep(for: .milliseconds(2)) }
            while let state = try await states.next(), !state.data.items.isEmpty {}
        } else {
            let isReadable = then == "sent"
            device.server.answer { call in
                let made = Self.item(3, "Hello", clientId: message.clientId)
                if call.method == "POST" { return .json(made, status: 201) }
                guard isReadable else { throw TransportFault.unreachable }
                return .json(#"{"items":[\#(made),\#(Self.item(2, "Nr. 2")),\#(Self.item(1, "Nr. 1"))]}"#)
            }
            await care.messaging.core.outbox.networkIsBack()
            let wanted = isReadable ? [3, 2, 1] : [3]
            while let state = try await states.next() {
                #expect(state.data.items.first?.clientId == message.clientId)
                if state.data.items.map(\.sequence) != wanted {
                    await care.refresh(.asked)
                    continue
                }
                #expect(state.data.items.first?.delivery == .sent && (isReadable || !state.isDataFresh))
                if state.isDataFresh == isReadable { break }
            }
        }
        await care.close()
    }

    @Test func aLogoutLeavesNothing() async throws {
        let device = TestDevice()
        device.server.answer(Self.history(of: 2))
        let care = try await Self.client(device)
        _ = try await Self.first(care.messaging.messages(in: Self.conversation)) { $0.isDataFresh }
        device.server.answer { _ in throw TransportFault.unreachable }
        await care.session.logOut()
        await #expect(throws: CareError.self) { for try await _ in care.messaging.messages(in: Self.conversation) {} }
        await #expect(throws: CareError.loggedOut) { try await care.messaging.send(.text("Hello"), to: Self.conversation) }
        await care.close()
    }

    @Test func whatTheLiveStreamBroughtBeforeTheAnswerIsShownOnce() {
        func message(_ sequence: Int?, _ client: String) -> Messaging.Message {
            Messaging.Message(
                id: MessageID(UUID()), conversationId: Self.conversation, sequence: sequence, kind: .text, clientId: client, content: .text(client),
                createdAt: Date(timeIntervalSince1970: 0))
        }
        let merged = Messaging.merge([message(nil, "b"), message(nil, "c"), message(nil, "d")], [message(2, "b"), message(1, "a")])
        #expect(merged.map(\.clientId) == ["d", "c", "b", "a"])
        #expect(merged.map(\.sequence) == [nil, nil, 2, 1])
    }
}

/// What an earlier version of the app has left on the disk.
@Suite(.timeLimit(.minutes(3))) struct EarlierVersionTests {
    @Test func whatItWroteOtherwiseIsLoadedAnew() async throws {
        let device = TestDevice()
        let list = Messaging.list(of: MessageWatchTests.conversation)
        do {
            let cache = try device.cache()
            try await cache.adopt(TestDevice.user.description)
            try await cache.edit { edit in
                try edit.know(list.collection, cursor: "9")
                for position in [3, 900] { try edit.put(Data("{}".utf8), "\(position)", at: position, in: list.collection) }
            }
        }
        device.server.answer(MessageWatchTests.history(of: 3))
        let care = try await MessageWatchTests.client(device)
        let loaded = try await MessageWatchTests.first(care.messaging.messages(in: MessageWatchTests.conversation)) { $0.isDataFresh }
        #expect(loaded.data.items.map(\.sequence) == [3, 2, 1] && loaded.data.loadMore == nil)
        await care.close()
    }
}
