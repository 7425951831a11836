import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import SchedulingService

/// What becomes of a provider for whom nobody vouches (`verified` in `care.users.v1`).
@Suite struct VerifiedProviderTests {
    private static func tell(_ world: World, _ provider: World.Person, version: Int, verified: Bool?) async throws {
        var event = UserRegistered(provider.id, .provider, fullName: "Amara Okafor", specialty: "cardiology", verified: verified, at: world.dependencies.now())
        event.version = version
        let changed = UserUpdated(event)
        try await world.pool.transaction { try await ProjectPerson()(PublicProfile(changed), $0) }
    }

    private static func listed(_ world: World, _ caller: World.Person) async throws -> [UserID] {
        let cards = try await world.get("/providers", caller).decode(PageBody<ProviderRouteTests.Card>.self).items
        let slots = try await world.get("/providers/availability/cardiology", caller).decode(PageBody<ProviderRouteTests.SpecialtyItem>.self).items
        #expect(cards.map(\.id) == slots.map(\.provider.providerId))
        return cards.map(\.id)
    }

    @Test func whoIsNotVerifiedIsNeitherListedNorBookedAndWhatThereIsStaysReadable() async throws {
        try await World.run { world in
            let provider = try await world.openProvider(fullName: "Amara Okafor", specialty: "cardiology")
            let patient = try await world.person(.patient)
            // An event that says nothing of it is of a release that knew no difference.
            #expect(try await Self.listed(world, patient) == [provider.id])
            let booked = try await world.book(provider, patient, at: BookingRouteTests.slot).appointment

            try await Self.tell(world, provider, version: 2, verified: false)
            #expect(try await Self.listed(world, patient) == [])
            // Nor does such an event bring them back: while an upgrade goes on there are both.
            try await Self.tell(world, provider, version: 3, verified: nil)
            #expect(try await Self.listed(world, patient) == [])
            #expect(try await world.get("/providers/\(provider.id)", patient).status == 404)
            #expect(try await world.get("/providers/\(provider.id)/slots", patient).status == 404)
            #expect(try await world.book(provider, patient, at: BookingRouteTests.next).status == 404)
            for caller in [patient, provider] {
                #expect(try await world.move(booked.id, caller, to: BookingRouteTests.next).problem.slug == "provider-not-verified")
                #expect(try await world.get("/appointments/\(booked.id)", caller).status == 200)
            }
            // They see their own card, and may set their hours meanwhile.
            #expect(try await world.get("/providers/\(provider.id)", provider).status == 200)
            #expect(try await world.send(.PATCH, "/providers/availability", provider, #"{"slotMinutes": 30}"#).status == 200)
            #expect(try await world.send(.DELETE, "/appointments/\(booked.id)", patient).status == 200)

            try await Self.tell(world, provider, version: 4, verified: true)
            #expect(try await Self.listed(world, patient) == [provider.id])
            #expect(try await world.book(provider, patient, at: BookingRouteTests.next).status == 201)
            // What comes late says how it was.
            try await Self.tell(world, provider, version: 2, verified: false)
            #expect(try await Self.listed(world, patient) == [provider.id])
        }
    }
}
