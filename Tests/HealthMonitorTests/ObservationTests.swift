import CareModels
import Foundation
import ServiceTestKit
import Synchronization
import Testing

@testable import HealthMonitorService
@testable import Outbox
@testable import Sealing

/// Heart rates from `care.observations.v1`.
@Suite struct ObservationTests {
    private struct Source: Sendable {
        let world: World
        let patient: World.Person
        let id = RecordID(.v7())
        var measurements: MeasurementKeys?

        var dependencies: Dependencies {
            var dependencies = world.dependencies
            if let measurements { dependencies.measurements = measurements }
            return dependencies
        }

        func record(_ version: Int, _ bpm: Double, at: String, code: String = "40443-4", as id: RecordID? = nil) async throws {
            let event = ObservationRecorded(
                observationId: id ?? self.id, version: version, userId: patient.id, recordVersion: version, system: "http://loinc.org", code: code,
                value: bpm, unit: "/min", effectiveAt: try instant(at))
            try await world.pool.transaction { try await OnObservationRecorded(dependencies: world.dependencies).handle(event, $0) }
        }

        /// As Records tells it, under this key of the person's.
        func measure(_ version: Int, _ bpm: Double, at: String, code: String = "40443-4", sealedBy key: MeasurementKey, for other: Int? = nil) async throws {
            let sealed = try key.seal(MeasuredAmount(value: bpm, unit: "/min"), of: id, version: other ?? version)
            let event = ObservationMeasured(
                observationId: id, version: version, userId: patient.id, recordVersion: version, system: "http://loinc.org", code: code,
                effectiveAt: try instant(at), sealed: sealed)
            let consumer = OnObservationMeasured(dependencies: dependencies)
            try await consumer.prepare(event)
            try await world.pool.transaction { _ = try await consumer.handle(event, $0) }
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

    /// The value and the time were wrong: what is right is judged, though what was wrong was later. Moved in time alone it was judged already.
    @Test func oneCorrectedToAnEarlierTimeIsJudged() async throws {
        try await run { world, source in
            try await world.measure(source.patient, 60, at: "2026-07-02T19:30:00Z")
            try await source.record(1, 60, at: "2026-07-02T19:59:00Z")
            #expect(try await source.alerts() == 0)
            try await source.record(2, 80, at: "2026-07-02T19:50:00Z")
            #expect(try await source.latest() == heartRate("2026-07-02T19:50:00Z", 80))
            #expect(try await source.alerts() == 1)
            try world.setClock("2026-07-02T20:30:00Z")
            try await source.record(3, 80, at: "2026-07-02T19:45:00Z")
            #expect(try await source.latest() == heartRate("2026-07-02T19:45:00Z", 80))
            #expect(try await source.alerts() == 1)
            // Behind what came by itself, nothing of it is judged.
            try await source.record(4, 90, at: "2026-07-02T19:20:00Z")
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

    // MARK: Sealed

    private static let key = MeasurementKey([UInt8](repeating: 3, count: MeasurementKey.length))

    @Test func aSealedOneIsOpenedJudgedCorrectedAndWithdrawn() async throws {
        try await run { world, source in
            let key = try #require(Self.key)
            var source = source
            source.measurements = MeasurementKeys { _ in key }
            try await source.measure(1, 80, at: "2026-07-02T19:59:00Z", sealedBy: key)
            #expect(try await source.alerts() == 1)
            // In between the operator turned back to the clear, or the other way round: one count of versions.
            try await source.record(2, 78, at: "2026-07-02T19:59:00Z")
            try await source.measure(3, 79, at: "2026-07-02T19:59:00Z", sealedBy: key)
            #expect(try await source.latest()?.bpm == 79)
            try await source.withdraw(4)
            #expect(try await source.count() == 0)
        }
    }

    /// After a purge the person has another key, and what lies in the topic under the one before can be opened by nobody.
    @Test func oneUnderADestroyedKeyIsPassedOver() async throws {
        try await run { world, source in
            let (before, after) = (try #require(Self.key), try #require(MeasurementKey([UInt8](repeating: 4, count: MeasurementKey.length))))
            let current = Mutex(before)
            var source = source
            source.measurements = MeasurementKeys { _ in current.withLock(\.self) }
            try await source.measure(1, 80, at: "2026-07-02T19:59:00Z", sealedBy: before)
            #expect(try await source.latest()?.bpm == 80)
            current.withLock { $0 = after }
            // The key of before is still kept here.
            try await source.measure(2, 79, at: "2026-07-02T19:59:00Z", sealedBy: after)
            #expect(try await source.latest()?.bpm == 79)
            try await source.measure(3, 78, at: "2026-07-02T19:59:00Z", sealedBy: before)
            #expect(try await source.latest()?.bpm == 79)
        }
    }

    /// What does not open is passed over, and what may open later waits; nothing is taken for a heart rate that is none.
    @Test func oneThatDoesNotOpenIsNotTaken() async throws {
        try await run { world, source in
            let key = try #require(Self.key)
            var source = source
            source.measurements = MeasurementKeys { _ in key }
            try await source.measure(2, 80, at: "2026-07-02T19:59:00Z", sealedBy: key, for: 1)
            #expect(try await source.count() == 0)
            source.measurements = MeasurementKeys { _ in throw CannotOpen() }
            await #expect(throws: MeasurementKeysUnavailable.self) { try await source.measure(1, 80, at: "2026-07-02T19:59:00Z", sealedBy: key) }
            #expect(FaultKind(MeasurementKeysUnavailable()) == .transient)
            // For another code the key is not asked for: a run is no reason to be asked about medication.
            try await source.measure(1, 180, at: "2026-07-02T19:59:00Z", code: "8867-4", sealedBy: key)
            // Who has no key was erased.
            source.measurements = MeasurementKeys { _ in nil }
            try await source.measure(2, 80, at: "2026-07-02T19:59:00Z", sealedBy: key)
            #expect(try await source.count() == 0)
        }
    }

    @Test func aKeyIsAskedForOnceAndForgotten() async throws {
        let key = try #require(Self.key)
        let asked = Mutex(0)
        let keys = MeasurementKeys { _ in
            asked.withLock { $0 += 1 }
            return key
        }
        let person = UserID(.v7())
        for _ in 0..<3 { #expect(try await keys.key(of: person)?.bytes == key.bytes) }
        #expect(asked.withLock(\.self) == 1)
        keys.forget(person)
        _ = try await keys.key(of: person)
        #expect(asked.withLock(\.self) == 2)
        let none = MeasurementKeys { _ in
            asked.withLock { $0 += 1 }
            return nil
        }
        for _ in 0..<2 { #expect(try await none.key(of: person) == nil) }
        #expect(asked.withLock(\.self) == 4)
    }

    /// Records is asked before the transaction, and once: also about somebody who was erased, and when the key that is kept does not open it.
    @Test func nobodyIsAskedInATransaction() async throws {
        try await run { world, source in
            let (key, another) = (try #require(Self.key), try #require(MeasurementKey([UInt8](repeating: 4, count: MeasurementKey.length))))
            let asked = Mutex(0)
            let answer = Mutex<MeasurementKey?>(nil)
            var source = source
            source.measurements = MeasurementKeys { _ in
                asked.withLock { $0 += 1 }
                return answer.withLock(\.self)
            }
            func measure(_ version: Int) async throws -> Int {
                let before = asked.withLock(\.self)
                try await source.measure(version, 80, at: "2026-07-02T19:59:00Z", sealedBy: key)
                return asked.withLock(\.self) - before
            }
            #expect(try await measure(1) == 1)
            answer.withLock { $0 = another }
            #expect(try await measure(2) == 2)
            #expect(try await source.count() == 0)
            answer.withLock { $0 = key }
            #expect(try await measure(3) == 1)
            #expect(try await measure(4) == 0)
            #expect(try await source.count() == 1)
            // Where nothing was prepared the event waits.
            source.measurements = MeasurementKeys { _ in key }
            let event = ObservationMeasured(
                observationId: source.id, version: 5, userId: source.patient.id, recordVersion: 5, system: "http://loinc.org", code: "40443-4",
                effectiveAt: try instant("2026-07-02T19:59:00Z"), sealed: try key.seal(MeasuredAmount(value: 80, unit: "/min"), of: source.id, version: 5))
            let unprepared = OnObservationMeasured(dependencies: source.dependencies)
            await #expect(throws: MeasurementKeysUnavailable.self) { try await world.pool.transaction { _ = try await unprepared.handle(event, $0) } }
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
