import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import HealthMonitorService

/// The projection of `care.users.v1`, and what an erasure leaves.
@Suite struct PeopleTests {
    private func registered(_ id: UserID, version: Int, timeZone: String?) -> UserRegistered {
        UserRegistered(
            userId: id, version: version, username: "u", role: .patient, fullName: nil, avatarUrl: nil, specialty: nil,
            timeZone: timeZone, registeredAt: Date())
    }

    @Test func theNewestEventHolds() async throws {
        try await World.run { world in
            let patient = try world.someone(.patient)
            #expect(try await world.measure(patient, 60, at: "2026-07-02T19:00:00Z").status == 200)
            func zone() async throws -> String { try await world.get("/health/settings", patient).settings.effectiveTimeZone }
            #expect(try await zone() == "UTC")
            for (version, name) in [(2, "Asia/Tokyo"), (1, "Europe/Paris"), (2, "Europe/Rome")] {
                try await world.pool.transaction { try await ProjectPerson()(PublicProfile(registered(patient.id, version: version, timeZone: name)), $0) }
                #expect(try await zone() == "Asia/Tokyo")
            }
        }
    }

    @Test func aChangedTimeZoneHoldsWhicheverComesFirst() async throws {
        try await World.run { world in
            let patient = try world.someone(.patient)
            func zone() async throws -> String { try await world.get("/health/settings", patient).settings.effectiveTimeZone }
            let changed = UserUpdated(registered(patient.id, version: 2, timeZone: "Asia/Tokyo"))
            try await world.pool.transaction { try await ProjectPerson()(PublicProfile(changed), $0) }
            #expect(try await zone() == "Asia/Tokyo")
            try await world.pool.transaction { try await ProjectPerson()(PublicProfile(registered(patient.id, version: 1, timeZone: "Europe/Paris")), $0) }
            #expect(try await zone() == "Asia/Tokyo")
            let cleared = UserUpdated(registered(patient.id, version: 3, timeZone: nil))
            try await world.pool.transaction { try await ProjectPerson()(PublicProfile(cleared), $0) }
            #expect(try await zone() == "UTC")
        }
    }

    /// A name that accounts could have before they were checked as they are now.
    @Test func aZoneOfAnOlderAccountIsRead() async throws {
        try await World.run { world in
            let patient = try world.someone(.patient)
            try await world.pool.transaction { try await ProjectPerson()(PublicProfile(registered(patient.id, version: 1, timeZone: "US/Eastern")), $0) }
            #expect(try await world.get("/health/settings", patient).settings.effectiveTimeZone == "US/Eastern")
        }
    }

    @Test func anErasedPersonLeavesNothingAndDoesNotComeBack() async throws {
        try await World.run { world in
            let (patient, other) = (try await world.watched(), try await world.watched())
            for person in [patient, other] {
                let id = try await world.alert(person)
                _ = try await world.answer(id, person, #"{"taken": "no", "remindInHours": 2}"#)
            }
            try await world.erase(patient)
            try await world.erase(patient)
            for table in ["heart_rates", "alerts", "evaluations", "reminders"] {
                #expect(try await world.count("SELECT count(*) FROM \(unescaped: table) WHERE person_id = \(patient.id)") == 0, "\(table)")
                #expect(try await world.count("SELECT count(*) FROM \(unescaped: table) WHERE person_id = \(other.id)") == 1, "\(table)")
            }
            #expect(try await world.count("SELECT count(*) FROM person_keys WHERE person_id = \(patient.id) AND wrapped_key IS NULL") == 1)
            try await world.pool.transaction { try await ProjectPerson()(PublicProfile(registered(patient.id, version: 3, timeZone: "Asia/Tokyo")), $0) }
            #expect(try await world.count("SELECT count(*) FROM monitors WHERE erased_at IS NOT NULL AND time_zone IS NULL") == 1)
            for path in ["/health/summary", "/health/settings", "/health/alerts", "/health/evaluations"] {
                #expect(try await world.get(path, patient).status == 403, "\(path)")
            }
            #expect(try await world.measure(patient, 90, at: "2026-07-02T19:00:00Z").status == 403)
            try world.setClock("2026-07-02T23:00:00Z")
            #expect(try await world.fireDue() == 1)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = 'care.reminders.fired.v1'") == 1)
        }
    }

    @Test func someoneErasedBeforeTheyWereHeardOf() async throws {
        try await World.run { world in
            let patient = try world.someone(.patient)
            try await world.erase(patient)
            #expect(try await world.measure(patient, 90, at: "2026-07-02T19:00:00Z").status == 403)
        }
    }
}
