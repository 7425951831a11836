import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// What is begun and added without a network.
@Suite(.timeLimit(.minutes(3))) struct WaitingTests {
    private static let other = UserID(UUID.v7())
    private static let conversation = ConversationID(UUID.v7())
    static let begun =
        #"{"id":"\#(conversation)","participants":[{"userId":"\#(TestDevice.user)","seenSequence":1},{"userId":"\#(other)","seenSequence":0}],"unreadCount":0,"closed":false,"preview":"My heel hurts.","createdAt":"2026-09-21T14:13:20Z","updatedAt":"2026-09-21T14:13:20Z"}"#

    private static func watched<Value: Sendable>(_ watch: Watch<[Value]>, until isWanted: @Sendable ([Value]) -> Bool) async throws -> [Value] {
        for try await each in watch where isWanted(each.data) { return each.data }
        return []
    }

    @Test func aConversationBeginsOnceWithItsFirstMessage() async throws {
        let device = TestDevice()
        let care = try await BookingTests.client(device)
        let beginning = try await care.messaging.begin(with: [Self.other], title: "Heel", first: .text("My heel hurts."))
        let shown = try await Self.watched(care.messaging.beginnings()) { !$0.isEmpty }
        #expect(shown.map(\.id) == [beginning.id] && shown[0].first == .text("My heel hurts.") && shown[0].title == "Heel")
        await care.close()

        // The next run, in which the first answer is lost.
        let before = device.server.calls.count
        let isLost = Locked(true)
        device.server.answer { call in
            guard call.method == "POST" else { return .json(#"{"items":[]}"#) }
            if isLost.withLock({ lost in
                defer { lost = false }; return lost
            }) {
                throw TransportFault.deadline
            }
            return .json(Self.begun, status: 201)
        }
        let next = try await BookingTests.client(device)
        _ = try await Self.watched(next.messaging.beginnings()) { $0.isEmpty }
        let calls = device.server.calls[before...].filter { $0.method == "POST" }
        #expect(calls.count == 2 && Set(calls.map(\.body)).count == 1 && Set(calls.map { $0.headers["Idempotency-Key"] }).count == 1)
        struct Sent: Decodable {
            struct Message: Decodable { var clientId: String }
            var participantIds: [UserID]
            var initialMessage: Message
        }
        let sent = try Wire.decode(Sent.self, from: calls[0].body ?? Data())
        #expect(sent.participantIds == [Self.other] && sent.initialMessage.clientId == beginning.id.lowercaseText)
        await next.close()
    }

    /// It is in the list as soon as it is gone from what waits.
    @Test func itIsAmongTheConversationsThen() async throws {
        let device = TestDevice()
        // As a server does: what was begun is in the list that is loaded after it.
        let isBegun = Locked(false)
        device.server.answer { call in
            if call.method == "POST" {
                isBegun.withLock { $0 = true }
                return .json(Self.begun, status: 201)
            }
            return .json(isBegun.withLock { $0 } ? #"{"items":[\#(Self.begun)]}"# : #"{"items":[]}"#)
        }
        let care = try await BookingTests.client(device)
        _ = try await care.messaging.conversations().current()
        try await care.messaging.begin(with: [Self.other], first: .text("My heel hurts."))
        for try await inbox in care.messaging.conversations() where inbox.data.items.map(\.id) == [Self.conversation] { break }
        await care.close()
    }

    /// Who was told of an error, and does not know whether it was begun.
    @Test func whoBeginsAgainPassesTheSameKey() async throws {
        let device = TestDevice()
        let care = try await BookingTests.client(device)
        let key = UUID.v7()
        device.server.answer { _ in throw TransportFault.deadline }
        await #expect(throws: CareError.offline) {
            try await care.messaging.startConversation(with: [Self.other], title: "Heel", first: .text("My heel hurts."), key: key)
        }
        device.server.answer { _ in .json(Self.begun, status: 201) }
        let begun = try await care.messaging.startConversation(with: [Self.other], title: "Heel", first: .text("My heel hurts."), key: key)
        let calls = device.server.calls("/conversations")
        #expect(begun.id == Self.conversation && calls.count == 4)
        #expect(Set(calls.map(\.body)).count == 1 && Set(calls.map { $0.headers["Idempotency-Key"] }) == [key.lowercaseText])
        await care.close()
    }

    private struct Said: Decodable {
        struct Item: Decodable {
            var clientId: String
            var content: Messaging.Content
        }

        var items: [Item]
    }

    /// What is said before it is begun goes right after it, in order and together; what is said by who still shows it as not begun, too.
    @Test func whatIsSaidAfterTheFirstFollowsIt() async throws {
        let device = TestDevice()
        do {
            let care = try await BookingTests.client(device)
            let beginning = try await care.messaging.begin(with: [Self.other], first: .text("My heel hurts."))
            for text in ["Since Monday.", "Should I come by?"] { try await care.messaging.send(.text(text), to: beginning) }
            let shown = try await Self.watched(care.messaging.beginnings()) { $0.first?.messages.count == 2 }
            #expect(shown.count == 1 && shown[0].messages.map(\.content) == [.text("Since Monday."), .text("Should I come by?")])
            #expect(shown[0].messages.allSatisfy { $0.delivery != .sent })
            await care.close()
        }
        let said = Locked<[String]>([])
        let place = "/conversations/\(Self.conversation)/messages"
        device.server.answer { call in
            guard call.method == "POST" else { return .json(#"{"items":[]}"#) }
            if call.url.path == "/conversations" { return .json(Self.begun, status: 201) }
            let isBatch = call.url.path == place + "/batch"
            guard isBatch || call.url.path == place, let body = call.body else { return .problem("not-found", 404) }
            let all = isBatch ? try Wire.decode(Said.self, from: body).items : [try Wire.decode(Said.Item.self, from: body)]
            let items = said.withLock { said in
                all.map { item in
                    said.append(item.content.text ?? "")
                    return MessageWatchTests.item(said.count + 1, item.content.text ?? "", clientId: item.clientId)
                        .replacingOccurrences(of: "\(MessageWatchTests.conversation)", with: "\(Self.conversation)")
                }
            }
            return .json(isBatch ? #"{"items":[\#(items.joined(separator: ","))]}"# : items[0], status: 201)
        }
        let before = device.server.calls.count
        let next = try await BookingTests.client(device)
        let lane = Messaging.lane(Self.conversation)
        while said.withLock({ $0.count }) < 2 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(said.withLock { $0 } == ["Since Monday.", "Should I come by?"])
        #expect(device.server.calls[before...].filter { $0.method == "POST" }.map(\.url.path) == ["/conversations", place + "/batch"])
        #expect(try await Self.watched(next.messaging.beginnings()) { $0.isEmpty }.isEmpty)

        let beginning = try await next.messaging.begin(with: [Self.other], first: .text("My heel hurts."))
        _ = try await Self.watched(next.messaging.beginnings()) { $0.isEmpty }
        let late = try await next.messaging.send(.text("And my toe."), to: beginning)
        #expect(late.conversationId == Self.conversation)
        while said.withLock({ $0.count }) < 3 { try await Task.sleep(for: .milliseconds(2)) }
        while try await !next.messaging.core.outbox.pending(lane).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        await next.close()
    }

    /// With what was said after it. A message alone can be taken back, too.
    @Test func whatIsNotBegunIsTakenBack() async throws {
        let device = TestDevice()
        device.server.answer { call in call.method == "POST" ? .problem("not-received", 403) : .json(#"{"items":[]}"#) }
        let care = try await BookingTests.client(device)
        let beginning = try await care.messaging.begin(with: [Self.other], first: .text("My heel hurts."))
        for text in ["Since Monday.", "Should I come by?"] { try await care.messaging.send(.text(text), to: beginning) }
        let refused = try await Self.watched(care.messaging.beginnings()) { shown in
            guard shown.first?.messages.count == 2, case .failed = shown[0].delivery else { return false }
            return true
        }[0]
        // None of them goes without it.
        #expect(refused.messages.allSatisfy { if case .failed = $0.delivery { true } else { false } })
        #expect(try await care.messaging.cancel(refused.messages[0]))
        #expect(try await Self.watched(care.messaging.beginnings()) { $0.first?.messages.count == 1 }[0].messages[0].content == .text("Should I come by?"))
        #expect(try await care.messaging.cancel(beginning))
        #expect(try await care.messaging.core.outbox.pending(Messaging.beginning).isEmpty)
        #expect(device.server.calls.filter { $0.method == "POST" }.count == 1)
        await care.close()
    }

    @Test func aResourceIsStoredWhenTheNetworkIsBack() async throws {
        let device = TestDevice()
        let care = try await BookingTests.client(device)
        let given = try FhirResource(json: Data(RecordsTests.pulse(nil).utf8))
        let added = try await care.records.add(given, annotations: ["morning"])
        let shown = try await Self.watched(care.records.added()) { !$0.isEmpty }
        #expect(shown.map(\.id) == [added.id] && shown[0].resource == given && shown[0].annotations == ["morning"])
        device.server.answer { _ in HTTPReply(status: 201, body: Data(RecordsTests.pulse("7").utf8)) }
        await care.refresh(.network)
        _ = try await Self.watched(care.records.added()) { $0.isEmpty }
        let calls = device.server.calls("/fhir/r4/Observation")
        #expect(calls.last?.body == given.json && Set(calls.map { $0.headers["Idempotency-Key"] }).count == 1)
        #expect(calls.last?.headers["Care-Annotations"] == "morning" && calls.last?.headers["Accept"] == "application/fhir+json")
        await care.close()
    }

    /// It was stored, its answer was lost, and there was no network for longer than the server knows its key: it is looked for, from an hour before it was given.
    @Test(arguments: [true, false]) func whatWasStoredLongAgoIsNotStoredAgain(wasStored: Bool) async throws {
        try await Self.goesOn(after: 25 * 3600, wasStored: wasStored, since: "2026-09-21T13:13:20Z")
    }

    /// By a clock that was ahead by two hours or by a day, it is given only later: nobody can say how long the server has known its key. It is looked for from a day
    /// and an hour before now, which the pauses between attempts have put off by some seconds.
    @Test(arguments: [(-7200.0, "2026-09-20T11:1"), (-84_600.0, "2026-09-19T13:4")])
    func norIsWhatWasGivenByAClockThatWasAhead(after seconds: TimeInterval, since: String) async throws {
        for wasStored in [true, false] { try await Self.goesOn(after: seconds, wasStored: wasStored, since: since) }
    }

    private static func goesOn(after seconds: TimeInterval, wasStored: Bool, since: String) async throws {
        let device = TestDevice()
        let posts = Locked(0)
        device.server.answer { _ in
            posts.withLock { $0 += 1 }
            throw TransportFault.deadline
        }
        do {
            let care = try await BookingTests.client(device)
            try await care.records.add(FhirResource(json: Data(RecordsTests.pulse(nil).utf8)), annotations: ["Fasting/home", "morning"])
            while posts.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(2)) }
            await care.close()
        }
        device.pass(seconds)
        let before = device.server.calls.count
        device.server.answer { call in
            guard call.url.path.hasSuffix("/_search") else { return HTTPReply(status: 201, body: Data(RecordsTests.pulse("8").utf8)) }
            return wasStored
                ? RecordsTests.found(["6", "7"])
                : .json(#"{"resourceType":"Bundle","type":"searchset","entry":[{"resource":\#(RecordsTests.pulse("6", value: "63")),"search":{"mode":"match"}}]}"#)
        }
        let next = try await BookingTests.client(device)
        _ = try await Self.watched(next.records.added()) { $0.isEmpty }
        let calls = device.server.calls[before...].filter { $0.method == "POST" }
        #expect(calls.map(\.url.lastPathComponent) == (wasStored ? ["_search"] : ["_search", "Observation"]))
        #expect(calls[0].form["_created"]?.hasPrefix("ge" + since) == true)
        await next.close()
    }

    /// Both are of one lane.
    @Test func whatIsAddedAndWhatIsChangedAreWatchedAtOnce() async throws {
        let device = TestDevice()
        let care = try await BookingTests.client(device)
        var added = care.records.added().makeAsyncIterator()
        #expect(try await added.next()?.data.isEmpty == true)
        var changes = care.records.changes().makeAsyncIterator()
        #expect(try await changes.next()?.data.isEmpty == true)
        let one = try await care.records.add(RecordChangesTests.resource("a"))
        try await care.records.change(one, .delete)
        while let shown = try await added.next(), shown.data.isEmpty {}
        while let shown = try await changes.next(), shown.data.isEmpty {}
        await care.close()
    }

    @Test func whatIsNotTakenCanBeDropped() async throws {
        let device = TestDevice()
        device.server.answer { _ in
            .json(#"{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"required","diagnostics":"status is missing."}]}"#, status: 400)
        }
        let care = try await BookingTests.client(device)
        try await care.records.in(.stu3).add(FhirResource(json: Data(#"{"resourceType":"Observation"}"#.utf8)))
        let left = try await Self.watched(care.records.in(.stu3).added()) { added in
            guard let first = added.first, case .failed = first.delivery else { return false }
            return true
        }
        guard case .failed(.refused(let problem)) = left[0].delivery else {
            Issue.record("\(left)")
            return
        }
        #expect(problem.name == "required")
        #expect(try await care.records.in(.stu3).cancel(left[0]))
        #expect(device.server.calls.allSatisfy { $0.url.path == "/fhir/stu3/Observation" })
        await care.close()
    }
}

/// What the package ships for apps' tests, as the guide shows it.
@Suite(.timeLimit(.minutes(3))) struct FakesTests {
    @Test func anAppIsTestedWithoutADevice() async throws {
        let server = FakeServer { _ in .json(#"{"items":[]}"#) }
        let care = try await CareClient(.fake(server, loggedInAs: UserID(UUID.v7())))
        #expect(try await care.messaging.conversations().current().items.isEmpty)
        #expect(server.calls.map(\.url.path) == ["/conversations"] && server.calls[0].headers["Authorization"] == "Bearer access-1")
        await care.close()
    }

    @Test func nobodyIsLoggedInUnlessSaid() async throws {
        let care = try await CareClient(.fake(FakeServer()))
        #expect(care.session.state == .loggedOut)
        await #expect(throws: CareError.loggedOut) { try await care.messaging.conversations().current() }
        await care.close()
    }
}
