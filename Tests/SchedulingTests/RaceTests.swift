import CareModels
import Foundation
import HTTP
import Postgres
import ServiceTestKit
import Testing

@testable import SchedulingService

/// Many at once, over HTTP, against the real database.
@Suite struct RaceTests {
    private func overlaps(_ world: World) async throws -> Int {
        try await world.count(
            """
            SELECT count(*) FROM appointments one JOIN appointments other ON one.id < other.id
                AND one.status = 'booked' AND other.status = 'booked' AND
                ((one.provider_id = other.provider_id AND one.blocked_from < other.blocked_until AND other.blocked_from < one.blocked_until)
                 OR (one.patient_id = other.patient_id AND one.starts_at < other.ends_at AND other.starts_at < one.ends_at))
            """)
    }

    @Test func ofTwoHundredBookingsOfOneSlotOneSucceeds() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            var patients: [World.Person] = []
            for _ in 0..<200 { patients.append(try await world.person(.patient)) }
            let people = patients
            let answers = try await together(200) { try await world.book(provider, people[$0], at: "2026-07-02T14:00:00Z") }
            #expect(answers.filter { $0.status == 201 }.count == 1)
            let conflicts = answers.filter { $0.status == 409 }
            #expect(conflicts.count == 199, "\(Set(answers.map(\.status)))")
            for conflict in conflicts {
                #expect(try conflict.problem.slug == "slot-taken" && conflict.slotTaken.conflict == "provider")
            }
            #expect(try await world.count("SELECT count(*) FROM appointments") == 1)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE topic = 'care.appointments.v1'") == 1)
        }
    }

    @Test func aPatientBooksOneOfManyProvidersAtATime() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            var list: [World.Person] = []
            for _ in 0..<20 { list.append(try await world.openProvider()) }
            let providers = list
            let answers = try await together(20) { try await world.book(providers[$0], patient, at: "2026-07-02T14:00:00Z") }
            #expect(answers.filter { $0.status == 201 }.count == 1)
            #expect(try answers.filter { try $0.status == 409 && $0.slotTaken.conflict == "patient" }.count == 19)
        }
    }

    @Test func theDailyLimitHoldsUnderConcurrency() async throws {
        try await World.run { world in
            let provider = try await world.openProvider(#", "dailyLimit": 3"#)
            var list: [World.Person] = []
            for _ in 0..<16 { list.append(try await world.person(.patient)) }
            let patients = list
            let first = try seconds("2026-07-02T14:00:00Z")
            let answers = try await together(16) { try await world.book(provider, patients[$0], at: text(first + $0 * 1800)) }
            #expect(answers.filter { $0.status == 201 }.count == 3)
            #expect(try answers.filter { try $0.status == 409 && $0.problem.slug == "daily-limit" }.count == 13)
        }
    }

    @Test func retriesOfOneKeyAtOnceBookOnce() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            let answers = try await together(20) { _ in try await insisting { try await world.book(provider, patient, at: "2026-07-02T14:00:00Z", key: "one") } }
            #expect(answers.map(\.status) == Array(repeating: 201, count: 20))
            #expect(Set(answers.map(\.body)).count == 1)
            #expect(try await world.count("SELECT count(*) FROM appointments") == 1)
        }
    }

    /// Bookings, moves and cancellations of the same few slots: no overlap, no 5xx, and every aggregate's events count without a gap.
    @Test func bookingsMovesAndCancellationsInterleave() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            var list: [World.Person] = []
            for _ in 0..<12 { list.append(try await world.person(.patient)) }
            let patients = list
            let first = try seconds("2026-07-02T14:00:00Z")
            @Sendable func slot(_ number: Int) -> String { text(first + number % 4 * 1800) }
            var booked: [(World.Person, AppointmentID)] = []
            for number in 0..<3 { booked.append((patients[number], try await world.book(provider, patients[number], at: slot(number)).appointment.id)) }
            let appointments = booked
            let answers = try await together(90) { index in
                let (patient, id) = appointments[index % 3]
                switch index % 5 {
                case 0, 1: return try await world.book(provider, patients[3 + index % 9], at: slot(index))
                case 2, 3: return try await world.move(id, patient, to: slot(index / 3))
                default: return index < 60 ? try await world.get("/appointments/\(id)", patient) : try await world.send(.DELETE, "/appointments/\(id)", provider)
                }
            }
            #expect(Set(answers.map(\.status)).isSubset(of: [200, 201, 409]))
            #expect(try await overlaps(world) == 0)
            #expect(try await world.count("SELECT count(*) FROM appointments WHERE status = 'booked'") >= 1)
            let gaps = try await world.count(
                """
                SELECT count(*) FROM (SELECT subject FROM outbox WHERE topic = 'care.appointments.v1' GROUP BY subject
                    HAVING max(version) <> count(*) OR min(version) <> 1) AS broken
                """)
            #expect(gaps == 0)
            let behind = try await world.count(
                """
                SELECT count(*) FROM appointments a WHERE version <> (SELECT max(version) FROM outbox WHERE subject = a.id)
                """)
            #expect(behind == 0)
            let unlogged = try await world.count(
                """
                SELECT count(*) FROM appointments a
                WHERE version <> (SELECT count(*) FROM appointment_changes c WHERE c.appointment_id = a.id AND c.version BETWEEN 1 AND a.version)
                """)
            #expect(unlogged == 0)
        }
    }

    /// A move either takes its new time and frees the old, or leaves everything as it was.
    @Test func aMoveIsWholeOrNothing() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let (one, other) = (try await world.person(.patient), try await world.person(.patient))
            let first = try await world.book(provider, one, at: "2026-07-02T14:00:00Z").appointment.id
            let second = try await world.book(provider, other, at: "2026-07-02T14:30:00Z").appointment.id
            #expect(try await world.move(first, one, to: "2026-07-02T14:30:00Z").status == 409)
            #expect(try await world.get("/appointments/\(first)", one).appointment.version == 1)
            #expect(try await world.book(provider, other, at: "2026-07-02T14:00:00Z").status == 409)
            #expect(try await world.move(second, other, to: "2026-07-02T15:00:00Z").status == 200)
            #expect(try await world.move(first, one, to: "2026-07-02T14:30:00Z").status == 200)
            #expect(try await world.book(provider, other, at: "2026-07-02T14:00:00Z").status == 201)
        }
    }

    @Test(.timeLimit(.minutes(5))) func anotherPersonIsNotKeptWaiting() async throws {
        try await World.run(size: 3, writesAtOnce: 2) { world in
            let (provider, another) = (try await world.openProvider(), try await world.openProvider())
            let (patient, other) = (try await world.person(.patient), try await world.person(.patient))
            let first = try seconds("2026-07-02T14:00:00Z")
            try await world.expectNobodyIsKeptWaiting(
                .person(patient.id), lock: { try await $0.execute("SELECT FROM calendars WHERE provider_id = \(provider.id) FOR UPDATE") },
                flood: { try await world.book(provider, patient, at: text(first + $0 * 1800)) },
                others: { try await world.book(another, other, at: "2026-07-02T14:00:00Z") })
        }
    }

    /// Whoever asks for a whole specialty's slots, which may take seconds, has two such requests at work, as of their changes.
    @Test(.timeLimit(.minutes(5))) func manySearchesOfASpecialtyLeaveConnectionsToOthers() async throws {
        try await World.run(size: 3, writesAtOnce: 2) { world in
            _ = try await world.openProvider(specialty: "cardiology")
            let (patient, other) = (try await world.person(.patient), try await world.person(.patient))
            try await world.expectNobodyIsKeptWaiting(
                .person(patient.id), lock: { try await $0.execute("LOCK TABLE calendars IN ACCESS EXCLUSIVE MODE") },
                flood: { _ in try await world.get("/providers/availability/cardiology", patient) },
                others: { try await world.get("/providers", other) })
        }
    }
}
