import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// What is begun and added without a network.
@Suite(.timeLimit(.minutes(3))) struct WaitingTests {
    private static let other = UserID(UUID.v7())
    private static let conversation = ConversationID(UUID.v7())
    private static let begun =
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
