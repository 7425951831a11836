import CareModels
import Foundation
import Outbox
import ServiceTestKit
import Testing

@testable import SchedulingService

@Suite struct FrontDeskTests {
    // Thursday 2026-07-02, 09:00 in Winnipeg, and half an hour later.
    private static let slot = "2026-07-02T14:00:00Z"
    private static let next = "2026-07-02T14:30:00Z"

    // MARK: The rule

    @Test func forWhomSomebodyBooks() throws {
        let (caller, other) = (UserID(.v7()), UserID(.v7()))
        let inPerson = Caller(user: caller, client: "app")
        let guarded = Caller(user: caller, guardian: UserID(.v7()), client: "app")
        #expect(try FrontDesk.patient(named: nil, by: inPerson, role: .patient) == .patient)
        #expect(try FrontDesk.patient(named: caller, by: guarded, role: .patient) == .patient)
        #expect(try FrontDesk.patient(named: other, by: inPerson, role: .patient) == .desk(of: other))
        #expect(try FrontDesk.patient(named: other, by: inPerson, role: .provider) == .desk(of: other))
        // Who acts for a receptionist does not do their work.
        #expect(throws: FrontDesk.Refusal.notAllowed) { try FrontDesk.patient(named: other, by: guarded, role: .patient) }
        for role in [Role.provider, .admin, .scheduler] {
            #expect(throws: FrontDesk.Refusal.notAllowed) { try FrontDesk.patient(named: nil, by: inPerson, role: role) }
        }
    }

    // MARK: The routes

    @Test(arguments: [OrganisationRole.receptionist, .administrator, .owner])
    func theFrontDeskBooksMovesAndCancels(_ role: OrganisationRole) async throws {
        try await World.run { world in
            let (provider, patient, clerk) = (try await world.openProvider(), try await world.person(.patient, fullName: "Pat Doe"), try await world.person(.patient))
            var clinic = Clinic()
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, role, in: world)

            let booked = try await world.book(provider, clerk, for: patient.id, at: Self.slot)
            #expect(booked.status == 201)
            let appointment = try booked.appointment
            #expect(appointment.bookedBy == clerk.id && appointment.patientName == "Pat Doe")
            #expect(appointment.title.isEmpty && appointment.description == nil)
            let own = try await world.get("/appointments/\(appointment.id)", patient).appointment
            #expect(own.title == "Check-up" && own.description == "A cough" && own.bookedBy == clerk.id)
            #expect(try await world.get("/appointments/\(appointment.id)", clerk).body == booked.body)

            // The day of the provider, without what it is about; the patient's list is the patient's.
            let day = "from=2026-07-02T05:00:00Z&to=2026-07-03T05:00:00Z"
            let seen = try await world.get("/providers/\(provider.id)/appointments?\(day)", clerk)
            #expect(seen.status == 200 && seen.text.contains(appointment.id.description) && seen.text.contains("Pat Doe"))
            #expect(!seen.text.contains("Check-up") && !seen.text.contains("cough"))
            #expect(try await world.get("/providers/\(provider.id)/appointments?\(day)", provider).text.contains("Check-up"))
            #expect(try await world.get("/users/\(patient.id)/appointments", clerk).status == 403)

            let moved = try await world.move(appointment.id, clerk, to: Self.next, version: 1)
            #expect(moved.status == 200)
            #expect(try moved.appointment.title.isEmpty && moved.appointment.rescheduledBy == clerk.id && own.rescheduledBy == nil)
            #expect(try await world.get("/appointments/\(appointment.id)", patient).appointment.rescheduledBy == clerk.id)
            for change in [#"{"title": "Other"}"#, #"{"status": "completed"}"#] {
                #expect(try await world.send(.PATCH, "/appointments/\(appointment.id)", clerk, change).status == 403)
            }
            let cancelled = try await world.send(.DELETE, "/appointments/\(appointment.id)", clerk, #"{"reason": "She called"}"#)
            #expect(cancelled.status == 200 && !cancelled.text.contains("She called"))
            #expect(try cancelled.appointment.cancellation?.cancelledBy == clerk.id)
            #expect(try await world.get("/appointments/\(appointment.id)", patient).appointment.cancellation?.reason == "She called")

            let events = try await world.events(of: appointment.id.uuid)
            #expect(events.map(\.type) == [AppointmentBooked.type, AppointmentRescheduled.type, AppointmentCancelled.type])
            let names = ["bookedBy", "rescheduledBy", "cancelledBy"]
            for (event, name) in zip(events, names) { #expect(event.data.contains("\"\(name)\":\"\(clerk.id)\"")) }

            // What the clerk wrote goes with them.
            try await world.tell(UserDeleted(userId: clerk.id, version: 2, deletedAt: world.dependencies.now()))
            #expect(try await world.get("/appointments/\(appointment.id)", patient).appointment.cancellation?.reason == nil)
            #expect(try await world.get("/appointments/\(appointment.id)", patient).appointment.title == "Check-up")
        }
    }

    @Test func theProvidersNoticeDoesNotBindTheFrontDesk() async throws {
        try await World.run(now: "2026-07-02T13:50:00Z") { world in
            let provider = try await world.openProvider(#", "minimumNoticeMinutes": 60, "cancelNoticeMinutes": 60"#)
            let (patient, clerk) = (try await world.person(.patient), try await world.person(.provider))
            var clinic = Clinic()
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .receptionist, in: world)
            #expect(try await world.book(provider, patient, at: Self.slot).problem.slug == "too-soon")
            let booked = try await world.book(provider, clerk, for: patient.id, at: Self.slot)
            #expect(booked.status == 201)
            #expect(try await world.send(.DELETE, "/appointments/\(booked.appointment.id)", clerk).status == 200)
        }
    }

    /// Who is given a time when it is too late to give notice may give it up until it begins; what was set in time binds, whoever set it.
    @Test func aTimeThatTheDeskSetTooLateBindsThePatientToNoNotice() async throws {
        try await World.run(now: "2026-07-01T13:00:00Z") { world in
            let provider = try await world.openProvider(#", "cancelNoticeMinutes": 60, "rescheduleNoticeMinutes": 60"#)
            let (patient, clerk) = (try await world.person(.patient), try await world.person(.patient))
            var clinic = Clinic()
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .receptionist, in: world)
            let inTime = try await world.book(provider, clerk, for: patient.id, at: Self.slot).appointment.id
            let own = try await world.book(provider, patient, at: Self.next).appointment.id
            try world.setClock("2026-07-02T13:50:00Z")
            func cancel(_ id: AppointmentID) async throws -> Answer { try await world.send(.DELETE, "/appointments/\(id)", patient) }
            #expect(try await cancel(inTime).problem.slug == "notice-too-short")
            #expect(try await cancel(own).problem.slug == "notice-too-short")

            #expect(try await world.send(.DELETE, "/appointments/\(inTime)", clerk).status == 200)
            let late = try await world.book(provider, clerk, for: patient.id, at: Self.slot).appointment.id
            #expect(try await world.move(late, patient, to: "2026-07-02T16:00:00Z").status == 200)
            // That is their own choice now.
            try world.setClock("2026-07-02T15:40:00Z")
            #expect(try await cancel(late).problem.slug == "notice-too-short")
            #expect(try await world.move(late, clerk, to: "2026-07-02T16:30:00Z").status == 200)
            #expect(try await cancel(late).status == 200)
        }
    }

    /// The log alone tells who set a time. What it does not say, as it was done by the release before, is taken for the patient's.
    @Test func withoutALogTheNoticeHolds() async throws {
        try await World.run(now: "2026-07-02T13:50:00Z") { world in
            let provider = try await world.openProvider(#", "cancelNoticeMinutes": 60"#)
            let (patient, clerk) = (try await world.person(.patient), try await world.person(.patient))
            var clinic = Clinic()
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .receptionist, in: world)
            let late = try await world.book(provider, clerk, for: patient.id, at: Self.slot).appointment.id
            // Moved by a replica of the release before, which writes no log.
            try await world.pool.withConnection { connection in
                _ = try await connection.execute(
                    """
                    UPDATE appointments SET starts_at = starts_at + interval '30 minutes', ends_at = ends_at + interval '30 minutes',
                        blocked_from = blocked_from + interval '30 minutes', blocked_until = blocked_until + interval '30 minutes'
                    WHERE id = \(late)
                    """)
            }
            #expect(try await world.send(.DELETE, "/appointments/\(late)", patient).problem.slug == "notice-too-short")
        }
    }

    /// No window binds the desk, but nothing is open on the last day that calendars spell: what is claimed there would end in a year that they do not.
    @Test func theLastDayThatIsSpelledIsNotOpen() async throws {
        try await World.run { world in
            let provider = try await world.openProvider(#", "bufferAfterMinutes": 240"#)
            let (patient, clerk) = (try await world.person(.patient), try await world.person(.patient))
            var clinic = Clinic()
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .receptionist, in: world)
            // A Friday, 16:30 in Winnipeg.
            let last = "9999-12-31T22:30:00Z"
            #expect(try await world.book(provider, clerk, for: patient.id, at: last).problem.slug == "outside-hours")
            #expect(try await world.book(provider, patient, at: last).problem.slug == "too-far-ahead")
            let booked = try await world.book(provider, clerk, for: patient.id, at: Self.slot)
            #expect(try await world.move(booked.appointment.id, clerk, to: last).problem.slug == "outside-hours")
        }
    }

    @Test func nobodyElseDoesTheFrontDesksWork() async throws {
        try await World.run { world in
            let (provider, patient, clerk) = (try await world.openProvider(), try await world.person(.patient), try await world.person(.patient))
            var (clinic, other) = (Clinic(), Clinic())
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .receptionist, in: world)
            let appointment = try await world.book(provider, clerk, for: patient.id, at: Self.slot).appointment.id

            let (elsewhere, colleague, reviewer, stranger) = (
                try await world.person(.patient), try await world.openProvider(), try await world.person(.patient), try await world.person(.patient)
            )
            try await other.joins(elsewhere, .owner, .receptionist, in: world)
            // The provider has a front desk where they practise, not where they do something else.
            try await other.joins(provider, .reviewer, in: world)
            try await clinic.joins(colleague, .practitioner, in: world)
            try await clinic.joins(reviewer, .reviewer, in: world)
            let admin = World.Person(id: UserID(.v7()), token: try World.token(UserID(.v7()), .admin))
            for caller in [elsewhere, colleague, reviewer, stranger, admin] {
                try await Self.isRefused(caller, provider, patient, appointment, world)
            }
            #expect(try await world.get("/providers/\(provider.id)/appointments", stranger).status == 403)

            // Whoever acts for the receptionist is not at the desk.
            let acting = World.Person(id: clerk.id, token: try TestIssuer.token(clerk.id, .patient, scope: World.everyScope, actor: stranger.id))
            try await Self.isRefused(acting, provider, patient, appointment, world)
            #expect(try await world.get("/providers/\(provider.id)/appointments", acting).status == 403)

            // Other roles, no membership any more, a closed house.
            clinic.version += 1
            try await world.tell(
                OrganisationMemberChanged(
                    organisationId: clinic.id, version: clinic.version, userId: clerk.id, roles: [.reviewer], changedAt: world.dependencies.now()))
            try await Self.isRefused(clerk, provider, patient, appointment, world)
            let second = try await world.person(.patient)
            try await clinic.joins(second, .receptionist, in: world)
            #expect(try await world.get("/appointments/\(appointment)", second).status == 200)
            try await clinic.loses(second, in: world)
            try await Self.isRefused(second, provider, patient, appointment, world)
            let third = try await world.person(.patient)
            try await clinic.joins(third, .receptionist, in: world)
            clinic.version += 1
            try await world.tell(OrganisationClosed(organisationId: clinic.id, version: clinic.version, closedAt: world.dependencies.now()))
            try await Self.isRefused(third, provider, patient, appointment, world)
        }
    }

    private static func isRefused(
        _ caller: World.Person, _ provider: World.Person, _ patient: World.Person, _ appointment: AppointmentID, _ world: World
    ) async throws {
        #expect(try await world.book(provider, caller, for: patient.id, at: next).status == 403)
        #expect(try await world.get("/appointments/\(appointment)", caller).status == 404)
        #expect(try await world.move(appointment, caller, to: next).status == 404)
        #expect(try await world.send(.DELETE, "/appointments/\(appointment)", caller).status == 404)
    }

    /// A provider practises in two houses and for themselves: each desk has its own appointments, and nobody's else.
    @Test func eachHouseHasItsOwnAppointments() async throws {
        try await World.run { world in
            let (provider, patient) = (try await world.openProvider(), try await world.person(.patient))
            let (clerk, other) = (try await world.person(.patient), try await world.person(.patient))
            var (clinic, practice) = (Clinic(), Clinic())
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .receptionist, in: world)
            try await practice.joins(provider, .practitioner, in: world)
            try await practice.joins(other, .receptionist, in: world)
            let ours = try await world.book(provider, clerk, for: patient.id, at: Self.slot).appointment.id
            let theirs = try await world.book(provider, other, for: patient.id, at: Self.next).appointment.id
            let own = try await world.book(provider, patient, at: "2026-07-02T15:00:00Z").appointment.id
            for (desk, seen, hidden) in [(clerk, ours, [theirs, own]), (other, theirs, [ours, own])] {
                let list = try await world.get("/providers/\(provider.id)/appointments", desk)
                #expect(list.status == 200 && list.text.contains(seen.description))
                for id in hidden {
                    #expect(!list.text.contains(id.description))
                    #expect(try await world.get("/appointments/\(id)", desk).status == 404)
                    #expect(try await world.move(id, desk, to: "2026-07-02T16:00:00Z").status == 404)
                    #expect(try await world.send(.DELETE, "/appointments/\(id)", desk).status == 404)
                }
            }
            // Their time is taken all the same.
            #expect(try await world.book(provider, clerk, for: try await world.person(.patient).id, at: Self.next).status == 409)
            let all = try await world.get("/providers/\(provider.id)/appointments", provider).text
            #expect([ours, theirs, own].allSatisfy { all.contains($0.description) })
            #expect(try await world.send(.DELETE, "/appointments/\(ours)", clerk).status == 200)
        }
    }

    @Test func bothHaveToBeThere() async throws {
        try await World.run { world in
            let (provider, patient, clerk) = (try await world.openProvider(), try await world.person(.patient), try await world.person(.patient))
            var clinic = Clinic()
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .receptionist, in: world)
            // Nobody whom the platform knows as a patient.
            for nobody in [UserID(.v7()), provider.id] { #expect(try await world.book(provider, clerk, for: nobody, at: Self.slot).status == 404) }
            #expect(try await world.book(provider, provider, for: nil, at: Self.slot).status == 403)
            #expect(try await world.book(provider, clerk, for: patient.id, at: Self.slot).status == 201)
            // The patient is somewhere else then: that is all that the desk hears.
            let other = try await world.openProvider()
            try await clinic.joins(other, .practitioner, in: world)
            let taken = try await world.book(other, clerk, for: patient.id, at: Self.slot)
            #expect(taken.status == 409)
            #expect(try taken.slotTaken.conflict == "patient" && taken.slotTaken.conflictStartTime == nil)
            // A provider for whom nobody vouches any more.
            var event = UserRegistered(provider.id, .provider, fullName: nil, specialty: nil, verified: false, at: world.dependencies.now())
            event.version = 2
            try await world.tell(UserUpdated(event))
            #expect(try await world.book(provider, clerk, for: patient.id, at: Self.next).status == 404)
            // Nor one who was erased.
            try await world.tell(UserDeleted(userId: patient.id, version: 2, deletedAt: world.dependencies.now()))
            #expect(try await world.book(other, clerk, for: patient.id, at: Self.next).status == 404)
        }
    }

    @Test func whoeverWasErasedIsNoMember() async throws {
        try await World.run { world in
            let id = UserID(.v7())
            var clinic = Clinic()
            try await world.tell(UserDeleted(userId: id, version: 2, deletedAt: world.dependencies.now()))
            try await clinic.joins(World.Person(id: id, token: ""), .receptionist, in: world)
            try await world.tell(
                OrganisationSnapshot(
                    organisationId: clinic.id, version: clinic.version, name: "Clinic", timeZone: "UTC", members: [.init(userId: id, roles: [.owner])],
                    createdAt: world.dependencies.now(), isClosed: false))
            #expect(try await world.count("SELECT count(*) FROM organisation_members") == 0)
        }
    }
}
