import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import SchedulingService

@Suite struct QuotaTests {
    @Test func aPatientHasSoManyAppointmentsAhead() async throws {
        try await World.run(mostOpenBookings: 5) { world in
            let (patient, other) = (try await world.person(.patient), try await world.person(.patient))
            var providers: [World.Person] = []
            for _ in 0..<12 { providers.append(try await world.openProvider()) }
            let each = providers
            let first = try seconds("2026-07-02T14:00:00Z")
            // At different times of different providers: nothing but the quota is between them.
            let answers = try await together(12) { try await world.book(each[$0], patient, at: text(first + $0 * 1800)) }
            #expect(answers.filter { $0.status == 201 }.count == 5)
            for refusal in answers where refusal.status != 201 {
                #expect(refusal.status == 409)
                #expect(try refusal.problem.slug == "quota-exceeded")
                let numbers: QuotaBody = try refusal.decode()
                #expect(numbers.limit == 5 && numbers.used == 5)
            }
            #expect(try await world.book(each[0], other, at: "2026-07-03T14:00:00Z").status == 201)

            // Moving one takes no more; cancelling one gives one back; so does time.
            let booked = try answers.filter { $0.status == 201 }.map { try $0.appointment }
            #expect(try await world.move(booked[0].id, patient, to: "2026-07-03T16:00:00Z").status == 200)
            #expect(try await world.send(.DELETE, "/appointments/\(booked[1].id)", patient).status == 200)
            #expect(try await world.book(each[1], patient, at: "2026-07-03T17:00:00Z").status == 201)
            #expect(try await world.book(each[2], patient, at: "2026-07-03T18:00:00Z").status == 409)
            try world.setClock("2026-07-03T16:05:00Z")
            #expect(try await world.book(each[2], patient, at: "2026-07-03T18:00:00Z").status == 201)
        }
    }

    /// What is over or cancelled stays, and so does its line in the log.
    @Test func aPatientHasSoManyAppointmentsAYear() async throws {
        try await World.run(mostOpenBookings: 3, mostBookingsAYear: 4) { world in
            let (patient, other, provider) = (try await world.person(.patient), try await world.person(.patient), try await world.openProvider())
            for hour in 14..<18 {
                let booked = try await world.book(provider, patient, at: "2026-07-02T\(hour):00:00Z").appointment
                #expect(try await world.send(.DELETE, "/appointments/\(booked.id)", patient).status == 200)
            }
            let refused = try await world.book(provider, patient, at: "2026-07-02T18:00:00Z")
            #expect(refused.status == 409)
            #expect(try refused.problem.slug == "quota-exceeded")
            let numbers: QuotaBody = try refused.decode()
            #expect(numbers.limit == 4 && numbers.used == 4)
            #expect(try await world.count("SELECT count(*) FROM appointments WHERE patient_id = \(patient.id)") == 4)
            // Others' are their own; and a year later there is room again.
            #expect(try await world.book(provider, other, at: "2026-07-02T18:00:00Z").status == 201)
            try world.setClock("2027-07-04T14:00:00Z")
            #expect(try await world.book(provider, patient, at: "2027-07-06T15:00:00Z").status == 201)
        }
    }

    /// Or any provider with a practice of their own could leave whom they treat without a doctor for a year.
    @Test func whatAFrontDeskBooksLeavesThePatientAsManyAsBefore() async throws {
        try await World.run(mostOpenBookings: 3, mostBookingsAYear: 4) { world in
            let (patient, provider) = (try await world.person(.patient), try await world.openProvider())
            let (clerk, colleague) = (try await world.person(.patient), try await world.person(.patient))
            var clinic = Clinic()
            try await clinic.joins(provider, .practitioner, in: world)
            for each in [clerk, colleague] { try await clinic.joins(each, .receptionist, in: world) }
            // Booked and cancelled, and booked ahead, as often as either may.
            for hour in 14..<18 {
                let booked = try await world.book(provider, clerk, for: patient.id, at: "2026-07-02T\(hour):00:00Z").appointment
                #expect(try await world.send(.DELETE, "/appointments/\(booked.id)", clerk).status == 200)
            }
            for hour in 14..<17 { #expect(try await world.book(provider, colleague, for: patient.id, at: "2026-07-03T\(hour):00:00Z").status == 201) }
            for (desk, limit) in [(clerk, 4), (colleague, 3)] {
                let refused = try await world.book(provider, desk, for: patient.id, at: "2026-07-03T19:00:00Z")
                #expect(try refused.status == 409 && refused.problem.slug == "quota-exceeded")
                #expect(try refused.decode(QuotaBody.self).limit == limit)
            }
            // Who acts for the patient has none of their own.
            let guardian = try World.patient(patient, with: "app", guardian: UserID(.v7()))
            for (hour, caller) in [(14, patient), (15, guardian), (16, patient)] {
                #expect(try await world.book(provider, caller, at: "2026-07-02T\(hour):30:00Z").status == 201)
            }
            for caller in [patient, guardian] {
                let refused = try await world.book(provider, caller, at: "2026-07-02T18:30:00Z")
                #expect(try refused.status == 409 && refused.decode(QuotaBody.self).limit == 3)
            }
        }
    }

    /// Back and forth, or booked and cancelled: one appointment ahead at most, and each time the provider is told.
    @Test func aPatientChangesAppointmentsSoOftenAMinute() async throws {
        try await World.run(changesPerMinute: 4) { world in
            let (patient, other, provider) = (try await world.person(.patient), try await world.person(.patient), try await world.openProvider())
            let booked = try await world.book(provider, patient, at: "2026-07-02T14:00:00Z").appointment
            for time in ["2026-07-02T15:00:00Z", "2026-07-02T16:00:00Z"] { #expect(try await world.move(booked.id, patient, to: time).status == 200) }
            #expect(try await world.send(.DELETE, "/appointments/\(booked.id)", patient).status == 200)
            let told = try await world.events(of: booked.id.uuid).count
            for refused in [
                try await world.book(provider, patient, at: "2026-07-02T17:00:00Z"), try await world.move(booked.id, patient, to: "2026-07-02T18:00:00Z"),
                try await world.send(.DELETE, "/appointments/\(booked.id)", patient),
                try await world.send(.PATCH, "/appointments", patient, #"{"id":"\#(booked.id)","title":"x"}"#),
                try await world.send(.DELETE, "/appointments", patient, #"{"id":"\#(booked.id)"}"#)
            ] {
                let wait = try #require(refused.headers.first(name: "Retry-After").flatMap { Int($0) })
                #expect(refused.status == 429 && (1...15).contains(wait))
            }
            #expect(try await world.events(of: booked.id.uuid).count == told)
            // Another app of theirs has as many, and who acts for them; and all together twice as many.
            let (app, guardian) = (try World.patient(patient, with: "app"), try World.patient(patient, with: "app", guardian: other.id))
            let theirs = try await world.book(provider, app, at: "2026-07-03T14:00:00Z").appointment
            for time in ["2026-07-03T15:00:00Z", "2026-07-03T16:00:00Z"] { #expect(try await world.move(theirs.id, guardian, to: time).status == 200) }
            #expect(try await world.move(theirs.id, app, to: "2026-07-03T17:00:00Z").status == 200)
            for caller in [app, guardian] { #expect(try await world.move(theirs.id, caller, to: "2026-07-03T18:00:00Z").status == 429) }
            // Others have as many, and a provider's day is moved as a whole.
            let others = try await world.book(provider, other, at: "2026-07-02T17:00:00Z").appointment
            for hour in 14..<20 { #expect(try await world.move(others.id, provider, to: "2026-07-02T\(hour):30:00Z").status == 200) }
        }
    }

    @Test func soDoesAProvider() async throws {
        try await World.run(staffChangesPerMinute: 4) { world in
            let (patient, provider) = (try await world.person(.patient), try await world.openProvider())
            let booked = try await world.book(provider, patient, at: "2026-07-02T14:00:00Z").appointment
            for hour in 15..<18 { #expect(try await world.move(booked.id, provider, to: "2026-07-02T\(hour):00:00Z").status == 200) }
            let hours = #"{"weekly": [{"weekday": "monday", "start": "09:00", "end": "17:00"}]}"#
            for refused in [
                try await world.move(booked.id, provider, to: "2026-07-02T18:00:00Z"), try await world.send(.DELETE, "/appointments/\(booked.id)", provider),
                try await world.send(.PATCH, "/providers/availability", provider, hours)
            ] {
                #expect(refused.status == 429 && refused.headers.first(name: "Retry-After") != nil)
            }
            // Their patients' are their own.
            #expect(try await world.move(booked.id, patient, to: "2026-07-02T18:00:00Z").status == 200)
        }
    }
}
