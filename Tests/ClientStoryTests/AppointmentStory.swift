import CareClient
import CareModels
import CareService
import Foundation
import HTTP
import Sealing
import ServiceTestKit
import TestKit
import Testing

@testable import SchedulingService

/// A patient finds somebody and comes to see them, with the client as it is against the real Scheduling.
@Suite(.timeLimit(.minutes(3))) struct AppointmentStory {
    private static let scope = "appointments:read appointments:write"

    private struct Clinic: Sendable {
        let world: ServiceWorld<Dependencies>
        let provider: UserID

        func patient(_ fullName: String) async throws -> StoryWorld.Person {
            StoryWorld.Person(id: try await AppointmentStory.register(.patient, fullName, in: world), role: .patient, port: world.server.port)
        }

        /// The first fifty of two weeks.
        func slots(_ care: CareClient) async throws -> [Scheduling.Slot] { try await care.scheduling.slots(of: provider, in: .next(days: 14)).current().items }
    }

    private static func register(_ role: Role, _ fullName: String, in world: ServiceWorld<Dependencies>) async throws -> UserID {
        let id = UserID(.v7())
        let event = UserRegistered(id, role, fullName: fullName, timeZone: "America/Winnipeg", at: world.dependencies.now())
        try await world.pool.transaction { try await ProjectPerson()(PublicProfile(event), $0) }
        return id
    }

    /// With a provider who is there on all days, in slots of half an hour.
    private static func run(_ body: @Sendable (Clinic) async throws -> Void) async throws {
        let clock = TestClock.running()
        try await ServiceWorld<Dependencies>.run(
            TestKit.schema(migrations), clock, size: 10,
            dependencies: {
                Dependencies(
                    pool: $0, keys: PersonKeys(MasterKeys(current: [UInt8](repeating: 7, count: 32))), settings: SchedulingSettings(), now: { clock.now })
            }, routes: routes
        ) { world in
            let provider = try await register(.provider, "Amara Okafor", in: world)
            let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
            let hours = days.map { #"{"weekday":"\#($0)","start":"09:00","end":"17:00"}"# }.joined(separator: ",")
            let token = try TestIssuer.token(provider, .provider, scope: "availability:write")
            let answer = try await world.send(.POST, "/providers/availability", token: token, body: #"{"weekly":[\#(hours)],"slotMinutes":30}"#)
            #expect(answer.status == 201)
            try await body(Clinic(world: world, provider: provider))
        }
    }

    @Test func theyFindSomebodyBookMoveAndCancel() async throws {
        try await Self.run { clinic in
            let jo = try await clinic.patient("Jo Tremblay")
            defer { jo.forget() }
            try await jo.run(scope: Self.scope) { care in
                let found = try await care.scheduling.providers(named: "oka")
                #expect(found.map(\.id) == [clinic.provider] && found[0].fullName == "Amara Okafor")
                let slots = try await clinic.slots(care)
                #expect(slots.count == 50 && slots.map(\.startTime) == slots.map(\.startTime).sorted() && slots[0].timeZone == "America/Winnipeg")
                let visit = try await care.scheduling.book(slots[40], title: "Check-up", description: "Since Monday")
                #expect(visit.status == .booked && visit.version == 1 && visit.startTime == slots[40].startTime && visit.providerName == "Amara Okafor")
                #expect(try await care.scheduling.appointments().current().items.map(\.id) == [visit.id])
                #expect(try await !clinic.slots(care).contains(slots[40]))

                let moved = try await care.scheduling.move(visit, to: slots[45])
                #expect(moved.id == visit.id && moved.version == 2 && moved.startTime == slots[45].startTime)
                do {
                    _ = try await care.scheduling.move(visit, to: slots[46])
                    Issue.record("it was moved by who had not seen how it is")
                } catch CareError.refused(let problem) { #expect(problem.status == 412) }
                #expect(try await care.scheduling.cancel(visit.id, because: "I am well again").status == .cancelled)
                #expect(try await care.scheduling.appointments().current().items.isEmpty)
                #expect(try await clinic.slots(care).contains(slots[45]))
            }
        }
    }

    private static func book(_ care: CareClient, _ slot: Scheduling.Slot) async -> String {
        do {
            return try await care.scheduling.book(slot, title: "Check-up").status.rawValue
        } catch CareError.refused(let problem) { return problem.name } catch { return "\(error)" }
    }

    @Test func ofTwoWhoWantOneSlotOneGetsIt() async throws {
        try await Self.run { clinic in
            let (jo, sam) = (try await clinic.patient("Jo Tremblay"), try await clinic.patient("Sam Ito"))
            defer { [jo, sam].forEach { $0.forget() } }
            try await jo.run(scope: Self.scope) { one in
                try await sam.run(scope: Self.scope) { other in
                    let slot = try await clinic.slots(one)[40]
                    async let first = Self.book(one, slot)
                    async let second = Self.book(other, slot)
                    let both = await [first, second]
                    #expect(both.sorted() == ["booked", "slot-taken"])
                }
            }
        }
    }

    /// Wanted on a train: one slot is gone by then, which is told; the other is theirs.
    @Test func whatTheyAskForWithoutANetworkIsDoneOrTold() async throws {
        try await Self.run { clinic in
            let (jo, sam) = (try await clinic.patient("Jo Tremblay"), try await clinic.patient("Sam Ito"))
            defer { [jo, sam].forEach { $0.forget() } }
            let slots = try await jo.run(scope: Self.scope) { try await clinic.slots($0) }
            try await jo.run(at: 1, scope: Self.scope) { care in
                try await care.scheduling.ask(.book(slots[40], title: "First"))
                try await care.scheduling.ask(.book(slots[42], title: "Second"))
                #expect(try await first(care.scheduling.wishes()) { $0.data.count == 2 }.data.allSatisfy { $0.delivery != .sent })
            }
            try await sam.run(scope: Self.scope) { #expect(await Self.book($0, slots[40]) == "booked") }
            try await jo.run(scope: Self.scope) { care in
                let left = try await first(care.scheduling.wishes()) { wishes in
                    guard wishes.data.count == 1, case .failed = wishes.data[0].delivery else { return false }
                    return true
                }.data[0]
                guard case .failed(.refused(let problem)) = left.delivery else {
                    Issue.record("\(left)")
                    return
                }
                #expect(problem.name == "slot-taken" && left.wish == .book(slots[40], title: "First"))
                #expect(try await care.scheduling.withdraw(left))
                #expect(try await care.scheduling.appointments().current().items.map(\.title) == ["Second"])
            }
        }
    }

    /// An attempt has booked, and its answer was lost for longer than the server knows its key: the appointment is theirs, and no refusal.
    @Test func aBookingThatIsTheirsAlreadyIsNoRefusal() async throws {
        try await Self.run { clinic in
            let jo = try await clinic.patient("Jo Tremblay")
            defer { jo.forget() }
            try await jo.run(scope: Self.scope) { care in
                let slot = try await clinic.slots(care)[40]
                let visit = try await care.scheduling.book(slot, title: "Check-up")
                try await care.scheduling.ask(.book(slot, title: "Check-up"))
                _ = try await first(care.scheduling.wishes()) { $0.data.isEmpty }
                #expect(try await care.scheduling.appointments().current().items.map(\.id) == [visit.id])
                // What was asked for otherwise was not done.
                try await care.scheduling.ask(.book(slot, title: "X-ray"))
                _ = try await first(care.scheduling.wishes()) { wishes in
                    guard let wished = wishes.data.first, case .failed = wished.delivery else { return false }
                    return true
                }
            }
        }
    }
}
