import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import HealthMonitorService

/// Heart rates from `care.observations.v1`.
@Suite struct ObservationTests {
    private struct Source: Sendable {
        let world: World
        let patient: World.Person
        let id = RecordID(.v7())

        func record(_ version: Int, _ bpm: Double, at: String, code: String = "40443-4", as id: RecordID? = nil) async throws {
            let event = ObservationRecorded(
                observationId: id ?? self.id, version: version, userId: patient.id, recordVersion: version, system: "http://loinc.org", code: code,
                value: bpm, unit: "/min", effectiveAt: try instant(at))
            try await world.pool.transaction { try await OnObservationRecorded(dependencies: world.dependencies).handle(event, $0) }
        }

        func withdraw(_ version: Int) async throws {
            let event = ObservationWithdrawn(
                observationId: id, version: version, userId: patient.id, recordVersion: version, withdrawnAt: world.dependencies.now())
            try await world.pool.transaction { try await OnObservationWithdrawn(dependencies: world.dependencies).handle(event, $0) }
        }

        func latest() async throws -> HeartRate? { try await world.get("/health/summary", patient).decode(SummaryBody.self).latest }
        func count() async throws -> Int { try await world.count("SELECT count(*) FROM heart_rates") }
        func alerts() async throws -> Int { try await world.count("SELECT count(*) FROM alerts") }
    }

    private func run(_ body: @escaping @Sendable (World, Source) async throws -> Void) async throws {
        try await World.run { world in try await body(world, Source(world: world, patient: try await world.watched())) }
    }

    @Test func oneAboveTheBoundaryAlerts() async throws {
        try await run { world, source in
            try await source.record(1, 80, at: "2026-07-02T19:59:00Z")
            #expect(try await source.latest() == heartRate("2026-07-02T19:59:00Z", 80))
            #expect(try await source.alerts() == 1)
            let events = try await world.events(of: source.patient.id.uuid)
            #expect(events.map(\.description) == ["care.heart-rates.recorded.v1 v1"])
            #expect(events[0].data.contains(#""source":"observation""#) && !events[0].data.contains(":80"))
            let page = try await world.get("/health/evaluations", source.patient).decode(PageBody<EvaluationBody>.self)
            #expect(page.items.map(\.raised) == [true])
        }
    }

    @Test func theSameEventAgainOrAnEarlierOneChangesNothing() async throws {
        try await run { world, source in
            try await source.record(2, 80, at: "2026-07-02T19:59:00Z")
            try await source.record(2, 81, at: "2026-07-02T19:59:00Z")
            try await source.record(1, 90, at: "2026-07-02T19:58:00Z")
            try await source.withdraw(1)
            #expect(try await source.latest()?.bpm == 80)
            #expect(try await source.count() == 1)
            #expect(try await world.count("SELECT count(*) FROM evaluations") == 1)
        }
    }

    @Test func aCorrectionTakesItsPlaceAndIsJudged() async throws {
        try await run { world, source in
            try await source.record(1, 60, at: "2026-07-02T19:59:00Z")
            #expect(try await source.alerts() == 0)
            try await source.record(2, 80, at: "2026-07-02T19:59:00Z")
            #expect(try await source.latest()?.bpm == 80)
            #expect(try await source.count() == 1)
            #expect(try await source.alerts() == 1)
            try await source.record(3, 80, at: "2026-07-02T19:59:00Z")
            #expect(try await world.count("SELECT count(*) FROM evaluations") == 2)
            try await source.record(4, 80, at: "2026-07-02T18:00:00Z")
            #expect(try await source.latest() == heartRate("2026-07-02T18:00:00Z", 80))
            #expect(try await source.count() == 1)
            #expect(try await source.alerts() == 1)
        }
    }

    @Test func oneCorrectedToSomethingElseIsNoLongerCounted() async throws {
        try await run { world, source in
            try await source.record(1, 70, at: "2026-07-02T19:59:00Z")
            try await source.record(2, 700, at: "2026-07-02T19:59:00Z")
            #expect(try await source.count() == 0)
            #expect(try await source.latest() == nil)
        }
    }

    @Test func aWithdrawnOneLeavesTheOneBefore() async throws {
        try await run { world, source in
            try await world.measure(source.patient, 60, at: "2026-07-02T19:00:00Z")
            try await source.record(1, 70, at: "2026-07-02T19:59:00Z")
            #expect(try await source.latest()?.bpm == 70)
            try await source.withdraw(2)
            #expect(try await source.latest()?.bpm == 60)
            #expect(try await source.count() == 1)
            try await source.withdraw(3)
            #expect(try await source.count() == 1)
        }
    }

    /// One heart rate is kept for an instant: the first that came.
    @Test func oneThatIsKnownAlreadyIsNotKeptTwice() async throws {
        try await run { world, source in
            try await world.measure(source.patient, 60, at: "2026-07-02T19:00:00Z")
            try await source.record(1, 60, at: "2026-07-02T19:00:00Z")
            try await source.record(1, 61, at: "2026-07-02T19:00:00Z", as: RecordID(.v7()))
            #expect(try await source.count() == 1)
            #expect(try await source.latest()?.bpm == 60)
            try await source.withdraw(2)
            #expect(try await source.count() == 1)
        }
    }

    @Test func otherObservationsAndErasedPeopleAreLetPass() async throws {
        try await run { world, source in
            try await source.record(1, 80, at: "2026-07-02T19:59:00Z", code: "8867-4")
            try await source.record(1, 900, at: "2026-07-02T19:59:00Z")
            try await source.record(1, 80, at: "2026-07-02T21:00:00Z")
            #expect(try await source.count() == 0)
            try await world.erase(source.patient)
            try await source.record(1, 80, at: "2026-07-02T19:59:00Z")
            try await source.withdraw(2)
            #expect(try await source.count() == 0)
        }
    }
}
