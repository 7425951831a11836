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
}
