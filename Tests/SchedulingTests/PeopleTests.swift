import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import SchedulingService

/// The projection of `care.users.v1`.
@Suite struct PeopleTests {
    private func registered(_ id: UserID, version: Int, name: String, role: Role = .provider) -> UserRegistered {
        UserRegistered(
            userId: id, version: version, username: "user", role: role, fullName: name, avatarUrl: nil, specialty: "cardiology",
            timeZone: "America/Winnipeg", registeredAt: Date())
    }

    private func handle(_ world: World, _ event: UserRegistered) async throws {
        try await world.pool.transaction { try await ProjectPerson()(PublicProfile(event), $0) }
    }

    private func delete(_ world: World, _ id: UserID, version: Int = 9) async throws {
        let event = UserDeleted(userId: id, version: version, deletedAt: world.dependencies.now())
        try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(event, $0) }
    }

    private func name(_ world: World, _ id: UserID) async throws -> String? {
        try await world.pool.withConnection { try await $0.provider(id)?.fullName }
    }

    @Test func theNewestVersionWins() async throws {
        try await World.run { world in
            let id = UserID(.v7())
            try await handle(world, registered(id, version: 2, name: "Second"))
            try await handle(world, registered(id, version: 1, name: "First"))
            try await handle(world, registered(id, version: 2, name: "Duplicate"))
            #expect(try await name(world, id) == "Second")
            try await handle(world, registered(id, version: 3, name: "Third"))
            #expect(try await name(world, id) == "Third")
        }
    }

    @Test func aChangedProfileIsShownAndFoundByItsNewWords() async throws {
        try await World.run { world in
            let (id, patient) = (UserID(.v7()), try await world.person(.patient))
            func found(_ word: String) async throws -> Int {
                try await world.get("/providers?q=\(word)", patient).decode(PageBody<ProviderRouteTests.Card>.self).items.count
            }
            func change(_ event: UserUpdated) async throws { try await world.pool.transaction { try await ProjectPerson()(PublicProfile(event), $0) } }
            try await handle(world, registered(id, version: 1, name: "Amara Before"))
            #expect(try await found("before") == 1)
            try await change(
                UserUpdated(registered(id, version: 3, name: "Amara After"), title: "Dr.", practice: "Riverside", languages: ["en", "fr-CA"]))
            let late = UserUpdated(registered(id, version: 2, name: "Amara Between"))
            try await change(late)
            #expect(try await found("before") == 0)
            #expect(try await found("between") == 0)
            #expect(try await found("after") == 1)
            let card = try await world.get("/providers/\(id)", patient).decode(ProviderRouteTests.Card.self)
            #expect(card.title == "Dr." && card.practice == "Riverside" && card.languages == ["en", "fr-CA"] && card.fullName == "Amara After")
        }
    }

    @Test func aSpecialtyByItsFormerNameIsOneToo() async throws {
        try await World.run { world in
            let id = UserID(.v7())
            var event = registered(id, version: 1, name: "Of the release before")
            event.specialty = nil
            try await handle(world, event)
            #expect(try await world.pool.withConnection { try await $0.provider(id)?.specialty } == "cardiology")
        }
    }

    @Test func anErasedPersonStaysErased() async throws {
        try await World.run { world in
            let id = UserID(.v7())
            try await delete(world, id, version: 2)
            try await handle(world, registered(id, version: 1, name: "Late"))
            try await handle(world, registered(id, version: 3, name: "Later still"))
            #expect(try await name(world, id) == nil)
            #expect(try await world.count("SELECT count(*) FROM people WHERE full_name IS NOT NULL OR username IS NOT NULL") == 0)
        }
    }

    @Test func erasingAPatientCancelsWhatIsAheadAndEmptiesTheirWords() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let (patient, other) = (try await world.person(.patient, fullName: "Pat Doe"), try await world.person(.patient))
            let past = try await world.book(provider, patient, at: "2026-07-02T14:00:00Z").appointment.id
            let future = try await world.book(provider, patient, at: "2026-07-03T14:00:00Z").appointment.id
            let others = try await world.book(provider, other, at: "2026-07-03T15:00:00Z").appointment.id
            try world.setClock("2026-07-02T20:00:00Z")
            try await delete(world, patient.id)
            try await delete(world, patient.id)

            let cancelled = try await world.get("/appointments/\(future)", provider).appointment
            #expect(cancelled.status == .cancelled && cancelled.title == "" && cancelled.description == nil && cancelled.patientName == nil)
            #expect(try await world.events(of: future.uuid).map(\.type) == [AppointmentBooked.type, AppointmentCancelled.type])
            let kept = try await world.get("/appointments/\(past)", provider).appointment
            #expect(kept.status == .booked && kept.title == "" && kept.patientName == nil)
            #expect(try await world.events(of: past.uuid).count == 1)
            #expect(try await world.get("/appointments/\(others)", provider).appointment.title == "Check-up")
            #expect(try await world.book(provider, patient, at: "2026-07-06T14:00:00Z").status == 403)
            #expect(try await world.book(provider, other, at: "2026-07-03T14:00:00Z").status == 201)
        }
    }

    @Test func erasingAProviderClosesTheirCalendar() async throws {
        try await World.run { world in
            let provider = try await world.openProvider(fullName: "Dr. Gone", specialty: "cardiology")
            let patient = try await world.person(.patient)
            let future = try await world.book(provider, patient, at: "2026-07-03T14:00:00Z").appointment.id
            try await delete(world, provider.id)
            try await delete(world, provider.id)
            let cancelled = try await world.get("/appointments/\(future)", patient).appointment
            #expect(cancelled.status == .cancelled && cancelled.title == "Check-up" && cancelled.providerName == nil)
            #expect(cancelled.cancellation?.cancelledBy == provider.id)
            #expect(try await world.get("/providers/\(provider.id)", patient).status == 404)
            #expect(try await world.get("/providers/\(provider.id)/availability", patient).status == 404)
            #expect(try await world.get("/providers/\(provider.id)/slots", patient).status == 404)
            #expect(try await world.book(provider, patient, at: "2026-07-03T14:00:00Z").status == 404)
            #expect(try await world.send(.POST, "/providers/availability", provider, "{}").status == 403)
            #expect(try await world.events(of: provider.id.uuid).map(\.version) == [1, 2])
        }
    }

    /// Whichever comes first, nobody is left with an appointment with someone who is gone.
    @Test func erasureRacesWithBookings() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            let first = try seconds("2026-07-02T14:00:00Z")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<16 {
                    group.addTask {
                        let answer = try await world.book(provider, patient, at: text(first + index * 1800))
                        #expect([201, 403].contains(answer.status))
                    }
                    if index == 7 { group.addTask { try await self.delete(world, patient.id) } }
                }
                try await group.waitForAll()
            }
            #expect(try await world.count("SELECT count(*) FROM appointments WHERE status = 'booked'") == 0)
        }
    }

    @Test func aPatientWhoseEventIsLateMayBookAlready() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let id = UserID(.v7())
            let patient = World.Person(id: id, token: try World.token(id, .patient))
            let booked = try await world.book(provider, patient, at: "2026-07-02T14:00:00Z")
            #expect(booked.status == 201)
            #expect(try booked.appointment.patientName == nil)
            try await handle(world, registered(id, version: 1, name: "Late Pat", role: .patient))
            #expect(try await world.get("/appointments/\(booked.appointment.id)", provider).appointment.patientName == "Late Pat")
        }
    }
}
