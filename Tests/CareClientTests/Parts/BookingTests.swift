import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

@Suite(.timeLimit(.minutes(3))) struct BookingTests {
    static let provider = UserID(UUID.v7())
    static let slot = Scheduling.Slot(
        providerId: provider, startTime: Date(timeIntervalSince1970: 1_790_003_600), endTime: Date(timeIntervalSince1970: 1_790_005_400), timeZone: "America/Winnipeg")

    static let booked =
        #"{"id":"\#(MessageWatchTests.id(1))","version":1,"status":"booked","title":"Check-up","startTime":"2026-09-21T15:13:20Z","endTime":"2026-09-21T15:43:20Z","timeZone":"America/Winnipeg","patientId":"\#(TestDevice.user)","providerId":"\#(provider)","createdAt":"2026-09-21T14:13:20Z","updatedAt":"2026-09-21T14:13:20Z"}"#

    static func client(_ device: TestDevice) async throws -> CareClient {
        try device.keepSession()
        return try await CareClient(device.configuration())
    }

    @Test func asksAgainUnderTheSameKeyWhenAnAnswerWasLost() async throws {
        let device = TestDevice()
        device.server.answerInTurn { number, _ in
            switch number {
            case 1: throw TransportFault.deadline
            case 2: return HTTPReply(status: 502)
            case 3: return .problem("request-in-progress", 409)
            default: return .json(Self.booked, status: 201)
            }
        }
        let care = try await Self.client(device)
        let visit = try await care.scheduling.book(Self.slot, title: "Check-up")
        #expect(visit.status == .booked && visit.providerId == Self.provider)
        let calls = device.server.calls("/appointments")
        #expect(calls.count == 4 && Set(calls.compactMap { $0.headers["Idempotency-Key"] }).count == 1)
        #expect(Set(calls.map(\.body)).count == 1)
        await care.close()
    }

    @Test func aTakenSlotIsTakenAtOnce() async throws {
        let device = TestDevice()
        device.server.answer { _ in .problem("slot-taken", 409, #","detail":"Somebody was faster.","limit":3"#) }
        let care = try await Self.client(device)
        do {
            _ = try await care.scheduling.book(Self.slot, title: "Check-up")
            Issue.record("it was booked")
        } catch CareError.refused(let problem) {
            #expect(problem.name == "slot-taken" && problem.detail == "Somebody was faster." && problem.numbers == ["limit": 3])
        }
        #expect(device.server.calls.count == 1)
        await care.close()
    }

    /// The second attempt would meet the version that the first has made.
    @Test func aMoveIsSentOnce() async throws {
        let device = TestDevice()
        device.server.answer { _ in throw TransportFault.unreachable }
        let care = try await Self.client(device)
        let visit = try Wire.decode(Scheduling.Appointment.self, from: Data(Self.booked.utf8))
        await #expect(throws: CareError.offline) { try await care.scheduling.move(visit, to: Self.slot) }
        let call = try #require(device.server.calls.first)
        #expect(device.server.calls.count == 1 && call.method == "PATCH" && call.headers["If-Match"] == "\"1\"")
        await care.close()
    }

    /// The next days are shown from the disk a while later too, but for what has begun meanwhile; and are asked for from then on.
    @Test func theNextDaysAreThereAtOnceTheNextTime() async throws {
        let device = TestDevice()
        func slots(_ care: CareClient) -> Watch<Listed<Scheduling.Slot>> { care.scheduling.slots(of: Self.provider, in: .next(days: 7, from: device.now)) }
        let times = ["15:00", "16:00"].map { #"{"startTime":"2026-09-21T\#($0):00Z","endTime":"2026-09-21T\#($0):30Z","timeZone":"UTC"}"# }
        device.server.answer { _ in .json(#"{"items":[\#(times.joined(separator: ","))]}"#) }
        try device.keepSession(expiresIn: 86_400)
        let care = try await CareClient(device.configuration())
        #expect(try await slots(care).current().items.count == 2)
        await care.close()
        device.pass(3600)
        device.server.answer { _ in throw TransportFault.unreachable }
        let next = try await CareClient(device.configuration())
        // Who looks no more asks for nothing.
        let shown = try await MessageWatchTests.first(slots(next)) { _ in device.server.calls.count > 1 }
        let later = try #require(RFC3339.parse("2026-09-21T16:00:00Z"))
        #expect(shown.data.items.map(\.startTime) == [later])
        #expect(device.server.calls.compactMap { $0.query["from"] }.prefix(2) == ["2026-09-21T14:13:00Z", "2026-09-21T15:13:00Z"])
        await next.close()
    }

    /// By the client's clock, which is the test's.
    @Test func theNextDaysBeginByTheClientsClock() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json(#"{"items":[{"startTime":"2026-09-21T15:00:00Z","endTime":"2026-09-21T15:30:00Z","timeZone":"UTC"}]}"#) }
        let care = try await Self.client(device)
        #expect(try await care.scheduling.slots(of: Self.provider, in: .next(days: 7)).current().items.count == 1)
        let asked = device.server.calls("/providers/\(Self.provider)/slots").compactMap { $0.query["from"] }
        #expect(asked == ["2026-09-21T14:13:00Z"])
        await care.close()
    }

    @Test func slotsAreTheirProviders() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json(#"{"items":[{"startTime":"2026-09-21T15:00:00Z","endTime":"2026-09-21T15:30:00Z","timeZone":"UTC"}]}"#) }
        let care = try await Self.client(device)
        let slots = try await care.scheduling.slots(of: Self.provider, in: .next(days: 7, from: device.now)).current()
        #expect(slots.items.map(\.providerId) == [Self.provider] && slots.loadMore == nil)
        await care.close()
    }
}

/// What is asked for without a network.
@Suite(.timeLimit(.minutes(3))) struct WishTests {
    private static let appointment = AppointmentID(UUID.v7())

    private static func watched(_ care: CareClient, until isWanted: @Sendable ([Scheduling.Wished]) -> Bool) async throws -> [Scheduling.Wished] {
        for try await each in care.scheduling.wishes() where isWanted(each.data) { return each.data }
        return []
    }

    @Test func theyWaitForTheNetworkAndGoInOrderAndOnce() async throws {
        let device = TestDevice()
        let care = try await BookingTests.client(device)
        try await care.scheduling.ask(.book(BookingTests.slot, title: "Check-up"))
        try await care.scheduling.ask(.move(Self.appointment, to: BookingTests.slot))
        try await care.scheduling.ask(.cancel(Self.appointment, because: "travelling"))
        let shown = try await Self.watched(care) { $0.count == 3 }
        #expect(shown.map(\.wish).last == .cancel(Self.appointment, because: "travelling") && shown.allSatisfy { $0.delivery != .sent })
        await care.close()

        // Another run of the app, in which an answer is lost.
        let isLost = Locked(true)
        let before = device.server.calls.count
        device.server.answer { call in
            if call.method == "POST",
                isLost.withLock({ lost in
                    defer { lost = false }; return lost
                })
            {
                throw TransportFault.deadline
            }
            return .json(BookingTests.booked)
        }
        let next = try await BookingTests.client(device)
        _ = try await Self.watched(next) { $0.isEmpty }
        let calls = Array(device.server.calls[before...])
        #expect(calls.map(\.method) == ["POST", "POST", "PATCH", "DELETE"])
        #expect(Set(calls.compactMap { $0.headers["Idempotency-Key"] }).count == 1 && calls.allSatisfy { $0.headers["If-Match"] == nil })
        await next.close()
    }

    /// The first attempt has booked, long ago: by its key nobody knows that any more, and the slot is taken by one's own appointment.
    @Test(arguments: ["own", "another title", "somebody else's", "may not read"]) func aSlotThatIsTakenByOnesOwnBookingIsBooked(by whom: String) async throws {
        let device = TestDevice()
        device.server.answer { call in
            if call.method == "POST" { return .problem("slot-taken", 409) }
            guard call.url.path == "/users/\(TestDevice.user)/appointments" else { throw TransportFault.unreachable }
            #expect(call.query == ["from": "2026-09-21T15:13:20Z", "to": "2026-09-21T15:43:20Z"])
            switch whom {
            case "own": return .json(#"{"items":[\#(BookingTests.booked)]}"#)
            case "another title": return .json(#"{"items":[\#(BookingTests.booked.replacingOccurrences(of: "Check-up", with: "X-ray"))]}"#)
            case "somebody else's": return .json(#"{"items":[]}"#)
            default: return .problem("insufficient-scope", 403)
            }
        }
        let care = try await BookingTests.client(device)
        try await care.scheduling.ask(.book(BookingTests.slot, title: "Check-up"))
        let left = try await Self.watched(care) { wished in
            guard let first = wished.first else { return true }
            if case .failed = first.delivery { return true }
            return false
        }
        if whom == "own" {
            #expect(left.isEmpty)
        } else {
            guard case .failed(.refused(let problem)) = left.first?.delivery else {
                Issue.record("\(left)")
                return
            }
            #expect(problem.name == "slot-taken")
        }
        await care.close()
    }

    @Test func oneThatIsRefusedIsShownAndTheOthersGoOn() async throws {
        let device = TestDevice()
        device.server.answer { call in
            switch call.method {
            case "POST": .problem("slot-taken", 409)
            case "GET": .json(#"{"items":[]}"#)
            default: .json(BookingTests.booked)
            }
        }
        let care = try await BookingTests.client(device)
        try await care.scheduling.ask(.book(BookingTests.slot, title: "Check-up"))
        try await care.scheduling.ask(.cancel(Self.appointment))
        let left = try await Self.watched(care) { wished in
            guard wished.count == 1, case .failed = wished[0].delivery else { return false }
            return true
        }
        guard case .failed(.refused(let problem)) = left.first?.delivery else {
            Issue.record("\(left)")
            return
        }
        #expect(problem.name == "slot-taken")
        #expect(try await care.scheduling.withdraw(left[0]))
        #expect(try await Self.watched(care) { $0.isEmpty }.isEmpty)
        await care.close()
    }
}
