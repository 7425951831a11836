import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import SchedulingService

/// At whose front desk that is which patients book by themselves, and what that desk does with it.
@Suite struct DeskBookingsTests {
    // Thursday 2026-07-02, 09:00 in Winnipeg, and the half hours behind it.
    private static let slots = ["2026-07-02T14:00:00Z", "2026-07-02T14:30:00Z", "2026-07-02T15:00:00Z", "2026-07-02T15:30:00Z", "2026-07-02T16:00:00Z"]

    // MARK: The rule

    @Test func atWhoseDeskABookingIs() {
        let (one, two, three) = (OrganisationID(.v7()), OrganisationID(.v7()), OrganisationID(.v7()))
        let cases: [(DeskChoice, [OrganisationID], OrganisationID?)] = [
            // Who says nothing: where there is no choice.
            (DeskChoice(), [], nil), (DeskChoice(), [one], one), (DeskChoice(), [one, two], nil),
            // Who says where, and practises there.
            (DeskChoice(organisation: one), [one], one), (DeskChoice(organisation: one), [one, two], one), (DeskChoice(organisation: two), [one, two], two),
            // Or no longer: then nobody's, and not the next best one's.
            (DeskChoice(organisation: one), [], nil), (DeskChoice(organisation: one), [two], nil), (DeskChoice(organisation: one), [two, three], nil),
            // Who keeps it to themselves.
            (DeskChoice(seesBookings: false), [one], nil), (DeskChoice(seesBookings: false, organisation: one), [one], nil)
        ]
        for (choice, practises, desk) in cases { #expect(choice.desk(practising: practises) == desk, "\(choice), \(practises)") }
    }

    // MARK: The routes

    /// A provider, a patient and a clerk; the provider practises at the clinic, and the clerk is at its desk.
    private struct House {
        var provider, patient, clerk: World.Person
        var clinic = Clinic()

        init(_ world: World) async throws {
            (provider, patient, clerk) = (try await world.openProvider(), try await world.person(.patient, fullName: "Pat Doe"), try await world.person(.patient))
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .receptionist, in: world)
        }

        func day(_ caller: World.Person, _ world: World) async throws -> String {
            let list = try await world.get("/providers/\(provider.id)/appointments?from=2026-07-02T05:00:00Z&to=2026-07-03T05:00:00Z", caller)
            #expect(list.status == 200)
            return list.text
        }

        func isHidden(_ appointment: AppointmentID, from caller: World.Person, _ world: World) async throws {
            #expect(try await world.get("/appointments/\(appointment)", caller).status == 404)
            #expect(try await world.move(appointment, caller, to: "2026-07-02T20:00:00Z").status == 404)
            #expect(try await world.send(.DELETE, "/appointments/\(appointment)", caller).status == 404)
            let list = try await world.get("/providers/\(provider.id)/appointments", caller)
            #expect(list.status == 403 || list.status == 200 && !list.text.contains(appointment.description))
        }

        func says(_ body: String, _ world: World) async throws -> Answer { try await world.send(.PATCH, "/providers/availability", provider, body) }
    }

    private struct Said: Decodable {
        var version: Int
        var deskSeesBookings: Bool
        var organisationId: OrganisationID?
    }

    @Test func theDeskMovesAndCancelsWhatAPatientBooked() async throws {
        try await World.run { world in
            let house = try await House(world)
            let booked = try await world.book(house.provider, house.patient, at: Self.slots[0])
            #expect(booked.status == 201)
            let (id, clerk) = (try booked.appointment.id, house.clerk)
            #expect(try booked.appointment.organisationId == house.clinic.id && booked.appointment.bookedBy == nil)

            let seen = try await world.get("/appointments/\(id)", clerk)
            #expect(try seen.appointment.patientName == "Pat Doe" && seen.appointment.organisationId == house.clinic.id)
            let day = try await house.day(clerk, world)
            #expect(day.contains(id.description))
            for text in ["Check-up", "Line one"] { #expect(!seen.text.contains(text) && !day.contains(text)) }
            #expect(try await world.get("/users/\(house.patient.id)/appointments", clerk).status == 403)

            let moved = try await world.move(id, clerk, to: Self.slots[1], version: 1)
            #expect(moved.status == 200)
            #expect(try moved.appointment.rescheduledBy == clerk.id && moved.appointment.title.isEmpty)
            #expect(try await world.move(id, clerk, to: Self.slots[2], version: 1).status == 412)
            // Between the two is between the two.
            for change in [#"{"title": "Other"}"#, #"{"status": "completed"}"#, #"{"status": "no-show"}"#] {
                #expect(try await world.send(.PATCH, "/appointments/\(id)", clerk, change).status == 403)
            }
            #expect(try await world.get("/appointments/\(id)/changes", clerk).status == 403)
            let cancelled = try await world.send(.DELETE, "/appointments/\(id)", clerk, #"{"reason": "The doctor is ill"}"#)
            #expect(cancelled.status == 200 && !cancelled.text.contains("The doctor is ill"))
            let own = try await world.get("/appointments/\(id)", house.patient).appointment
            #expect(own.cancellation?.cancelledBy == clerk.id && own.cancellation?.reason == "The doctor is ill" && own.title == "Check-up")
            let events = try await world.events(of: id.uuid)
            #expect(events.map(\.type) == [AppointmentBooked.type, AppointmentRescheduled.type, AppointmentCancelled.type])
            #expect(!events[0].data.contains("bookedBy"))
            for (event, name) in zip(events.dropFirst(), ["rescheduledBy", "cancelledBy"]) { #expect(event.data.contains("\"\(name)\":\"\(clerk.id)\"")) }

            // Whom a guardian books for, too.
            let guardian = try World.patient(house.patient, with: "app", guardian: UserID(.v7()))
            let theirs = try await world.book(house.provider, guardian, at: Self.slots[0]).appointment
            #expect(theirs.organisationId == house.clinic.id)
            #expect(try await world.send(.DELETE, "/appointments/\(theirs.id)", clerk).status == 200)
        }
    }

    @Test func nobodyElseActsOnIt() async throws {
        try await World.run { world in
            var house = try await House(world)
            let id = try await world.book(house.provider, house.patient, at: Self.slots[0]).appointment.id
            let (reviewer, colleague, stranger) = (try await world.person(.patient), try await world.openProvider(), try await world.person(.patient))
            try await house.clinic.joins(reviewer, .reviewer, in: world)
            try await house.clinic.joins(colleague, .practitioner, in: world)
            var other = Clinic()
            let elsewhere = try await world.person(.patient)
            try await other.joins(elsewhere, .owner, .administrator, .receptionist, in: world)
            let acting = World.Person(id: house.clerk.id, token: try TestIssuer.token(house.clerk.id, .patient, scope: World.everyScope, actor: stranger.id))
            for caller in [reviewer, colleague, stranger, elsewhere, acting] { try await house.isHidden(id, from: caller, world) }
            // At the desk of the clinic in which the provider no longer practises nothing of theirs is seen, nor where they practise since.
            try await house.clinic.loses(house.provider, in: world)
            try await other.joins(house.provider, .practitioner, in: world)
            for caller in [house.clerk, elsewhere] { try await house.isHidden(id, from: caller, world) }
            #expect(try await world.get("/appointments/\(id)", house.patient).status == 200)
            let next = try await world.book(house.provider, house.patient, at: Self.slots[1]).appointment
            #expect(next.organisationId == other.id)
            #expect(try await world.get("/appointments/\(next.id)", elsewhere).status == 200)
            try await house.isHidden(next.id, from: house.clerk, world)
        }
    }

    @Test func ofTwoClinicsNeitherSeesUnlessTheProviderSays() async throws {
        try await World.run { world in
            var (house, other) = (try await House(world), Clinic())
            let clerk = try await world.person(.patient)
            try await other.joins(house.provider, .practitioner, in: world)
            try await other.joins(clerk, .receptionist, in: world)
            func booked(_ slot: Int) async throws -> AppointmentBody { try await world.book(house.provider, house.patient, at: Self.slots[slot]).appointment }

            let nobodys = try await booked(0)
            #expect(nobodys.organisationId == nil)
            for desk in [house.clerk, clerk] { try await house.isHidden(nobodys.id, from: desk, world) }

            #expect(try await house.says(#"{"organisationId": "\#(other.id)"}"#, world).status == 200)
            let theirs = try await booked(1)
            #expect(theirs.organisationId == other.id)
            #expect(try await world.get("/appointments/\(theirs.id)", clerk).status == 200)
            for (id, desk) in [(theirs.id, house.clerk), (nobodys.id, clerk)] { try await house.isHidden(id, from: desk, world) }

            // They no longer practise where they said: it is nobody's, not the clinic's that is left.
            try await other.loses(house.provider, in: world)
            #expect(try await booked(2).organisationId == nil)
            let cleared = try await house.says(#"{"organisationId": null}"#, world)
            #expect(try cleared.status == 200 && cleared.decode(Said.self).organisationId == nil)
            #expect(try await booked(3).organisationId == house.clinic.id)
            // What was booked stays where it was.
            let all = try await house.day(house.provider, world)
            for id in [nobodys.id, theirs.id] {
                #expect(all.contains(id.description))
                try await house.isHidden(id, from: house.clerk, world)
            }
        }
    }

    @Test func aProviderSaysWhoseDeskItIs() async throws {
        try await World.run { world in
            let house = try await House(world)
            func said(_ answer: Answer) throws -> Said {
                #expect(answer.status == 200)
                return try answer.decode(Said.self)
            }
            let before = try said(try await world.get("/providers/\(house.provider.id)/availability", house.provider))
            #expect(before.deskSeesBookings && before.organisationId == nil)

            // To themselves.
            let own = try said(try await house.says(#"{"deskSeesBookings": false, "organisationId": "\#(house.clinic.id)"}"#, world))
            #expect(!own.deskSeesBookings && own.organisationId == house.clinic.id && own.version == before.version + 1)
            let hidden = try await world.book(house.provider, house.patient, at: Self.slots[0]).appointment
            #expect(hidden.organisationId == nil)
            try await house.isHidden(hidden.id, from: house.clerk, world)
            // The desk still books there by itself, and what it books is its own.
            let desked = try await world.book(house.provider, house.clerk, for: house.patient.id, at: Self.slots[1]).appointment
            #expect(desked.organisationId == house.clinic.id)
            // What is not named stays.
            #expect(try said(try await house.says(#"{"slotMinutes": 30}"#, world)).deskSeesBookings == false)
            #expect(try said(try await house.says(#"{"deskSeesBookings": true}"#, world)).organisationId == house.clinic.id)
            #expect(try await world.book(house.provider, house.patient, at: Self.slots[2]).appointment.organisationId == house.clinic.id)

            // Only where they practise, and nobody learns whether there is such an organisation.
            var other = Clinic()
            try await other.joins(house.provider, .reviewer, in: world)
            try await other.joins(house.patient, .owner, in: world)
            for id in [other.id, OrganisationID(.v7())] {
                for method in [HTTPMethod.POST, .PATCH] {
                    let refused = try await world.send(method, "/providers/availability", house.provider, #"{"organisationId": "\#(id)"}"#)
                    #expect(refused.status == 400)
                    #expect(try refused.problem.fields == [Fault("organisationId", "must be an organisation that you practise in")])
                }
            }
            for (body, field) in [
                (#"{"deskSeesBookings": null}"#, "deskSeesBookings"), (#"{"deskSeesBookings": "no"}"#, "deskSeesBookings"),
                (#"{"organisationId": "x"}"#, "organisationId")
            ] {
                let refused = try await house.says(body, world)
                #expect(try refused.status == 400 && refused.problem.fieldNames == [field])
            }
            #expect(try await world.send(.PATCH, "/providers/availability", house.clerk, #"{"deskSeesBookings": true}"#).status == 403)
            // With the provider it goes.
            try await world.tell(UserDeleted(userId: house.provider.id, version: 2, deletedAt: world.dependencies.now()))
            #expect(try await world.count("SELECT count(*) FROM calendars WHERE organisation_id IS NOT NULL OR NOT desk_sees_bookings") == 0)
        }
    }

    /// What was booked before a provider joined anywhere, as whatever a release before has booked, is at nobody's desk.
    @Test func whatWasBookedBeforeStaysBetweenTheTwo() async throws {
        try await World.run { world in
            let (provider, patient, clerk) = (try await world.openProvider(), try await world.person(.patient), try await world.person(.patient))
            let id = try await world.book(provider, patient, at: Self.slots[0]).appointment.id
            var clinic = Clinic()
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .receptionist, in: world)
            #expect(try await world.get("/appointments/\(id)", clerk).status == 404)
            #expect(try await world.move(id, patient, to: Self.slots[1]).status == 200)
            #expect(try await world.get("/appointments/\(id)", clerk).status == 404)
        }
    }

    // MARK: Many at once

    /// Once the provider has been answered no booking is at the desk of before.
    @Test func theChoiceHoldsFromItsAnswerOn() async throws {
        try await World.run { world in
            let house = try await House(world)
            var list: [World.Person] = []
            for _ in 0..<16 { list.append(try await world.person(.patient)) }
            let patients = list
            let first = try seconds(Self.slots[0])
            let answers = try await together(17) { index in
                index == 16
                    ? try await house.says(#"{"deskSeesBookings": false}"#, world)
                    : try await world.book(house.provider, patients[index], at: text(first + index % 15 * 1800))
            }
            #expect(Set(answers.map(\.status)).isSubset(of: [200, 201, 409]))
            #expect(try await world.book(house.provider, house.patient, at: "2026-07-03T14:00:00Z").appointment.organisationId == nil)
            let elsewhere = try await world.count("SELECT count(*) FROM appointments WHERE organisation_id <> \(house.clinic.id)")
            #expect(elsewhere == 0)
        }
    }

    /// The patient and the desk change the same appointment: each change is of one version, and after a cancellation there is none.
    @Test func theDeskAndThePatientAtOnce() async throws {
        try await World.run { world in
            let house = try await House(world)
            let id = try await world.book(house.provider, house.patient, at: Self.slots[0]).appointment.id
            let answers = try await together(24) { index in
                let caller = index % 2 == 0 ? house.patient : house.clerk
                if index >= 20 { return try await world.send(.DELETE, "/appointments/\(id)", caller) }
                return try await world.move(id, caller, to: Self.slots[index % Self.slots.count])
            }
            #expect(Set(answers.map(\.status)).isSubset(of: [200, 409]))
            let last = try await world.get("/appointments/\(id)", house.patient).appointment
            #expect(last.status == .cancelled)
            let events = try await world.events(of: id.uuid)
            #expect(events.map(\.version) == Array(1...last.version) && events.last?.type == AppointmentCancelled.type)
            let log = try await world.get("/appointments/\(id)/changes?limit=200", house.patient).decode(PageBody<ChangeItem>.self).items
            #expect(log.map(\.version) == Array((1...last.version).reversed()))
            #expect(log.filter { $0.action == "cancelled" }.count == 1 && log.first?.doneBy == last.cancellation?.cancelledBy)
            let roles = [house.patient.id: "patient", house.clerk.id: "front-desk"]
            #expect(log.allSatisfy { $0.doneBy.flatMap { roles[$0] } == $0.role })
        }
    }
}
