import CareModels
import Foundation
import Testing

@testable import CareClient

@Suite struct BookingTests {
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
        let count = Locked(0)
        device.server.answer { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
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

    @Test func slotsAreTheirProviders() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json(#"{"items":[{"startTime":"2026-09-21T15:00:00Z","endTime":"2026-09-21T15:30:00Z","timeZone":"UTC"}]}"#) }
        let care = try await Self.client(device)
        let slots = try await care.scheduling.slots(of: Self.provider, in: .next(days: 7, from: device.now)).current()
        #expect(slots.items.map(\.providerId) == [Self.provider] && slots.loadMore == nil)
        await care.close()
    }
}
