import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import SchedulingService

@Suite struct BookingRouteTests {
    // Thursday 2026-07-02, 09:00 in Winnipeg.
    static let slot = "2026-07-02T14:00:00Z"
    static let next = "2026-07-02T14:30:00Z"

    @Test func whoBooksInThePatientsPlaceIsNamed() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let (patient, guardian) = (try await world.person(.patient), UserID(.v7()))
            let acting = World.Person(id: patient.id, token: try TestIssuer.token(patient.id, .patient, scope: World.everyScope, actor: guardian))
            let booked = try await world.book(provider, acting, at: Self.slot)
            #expect(booked.status == 201)
            let appointment = try booked.appointment
            #expect(appointment.bookedBy == guardian)
            for reader in [patient, provider] { #expect(try await world.get("/appointments/\(appointment.id)", reader).body == booked.body) }
            let event = try #require(try await world.events(of: appointment.id.uuid).first)
            #expect(event.data.contains("\"bookedBy\":\"\(guardian)\"") && event.data.contains("\"patientId\":\"\(patient.id)\""))
            // It stays so, whoever moves it; who books for themselves is not named.
            let moved = try await world.move(appointment.id, patient, to: Self.next).appointment
            #expect(moved.bookedBy == guardian && moved.rescheduledBy == patient.id)
            let own = try await world.book(provider, patient, at: Self.slot)
            #expect(try own.appointment.bookedBy == nil)
        }
    }

    @Test func aPatientBooksReadsMovesAndCancels() async throws {
        try await World.run { world in
            let provider = try await world.openProvider(fullName: "Dr. Amara Okafor")
            let patient = try await world.person(.patient, fullName: "Pat Doe")
            let booked = try await world.book(provider, patient, at: Self.slot)
            #expect(booked.status == 201)
            #expect(booked.headers.first(name: "etag") == "\"1\"")
            let appointment = try booked.appointment
            #expect(booked.headers.first(name: "location") == "/appointments/\(appointment.id)")
            #expect(appointment.title == "Check-up" && appointment.description == "Line one\nLine two" && appointment.status == .booked)
            #expect(appointment.timeZone == "America/Winnipeg")
            #expect(appointment.providerName == "Dr. Amara Okafor" && appointment.patientName == "Pat Doe")
            for reader in [patient, provider] {
                let read = try await world.get("/appointments/\(appointment.id)", reader)
                #expect(read.status == 200)
                #expect(read.body == booked.body)
            }

            let moved = try await world.move(appointment.id, patient, to: Self.next, version: 1)
            #expect(moved.status == 200)
            #expect(try moved.appointment.version == 2)
            #expect(try moved.appointment.startTime == RFC3339.parse(Self.next))
            #expect(try await world.move(appointment.id, patient, to: Self.slot, version: 1).status == 412)
            #expect(try await world.move(appointment.id, patient, to: Self.next).body == moved.body)

            let path = "/appointments/\(appointment.id)"
            let cancelled = try await world.send(.DELETE, path, provider, #"{"reason": "The clinic is closed"}"#)
            #expect(cancelled.status == 200)
            #expect(try cancelled.appointment.status == .cancelled)
            #expect(try cancelled.appointment.cancellation?.cancelledBy == provider.id)
            #expect(try cancelled.appointment.cancellation?.reason == "The clinic is closed")
            let again = try await world.send(.DELETE, path, patient)
            #expect(again.status == 200)
            #expect(again.body == cancelled.body)
            #expect(try await world.move(appointment.id, patient, to: Self.slot).problem.slug == "not-possible")

            let events = try await world.events(of: appointment.id.uuid)
            #expect(events.map(\.type) == [AppointmentBooked.type, AppointmentRescheduled.type, AppointmentCancelled.type])
            #expect(events.map(\.version) == [1, 2, 3])
            for event in events { #expect(!event.data.contains("Check-up") && !event.data.contains("Line") && !event.data.contains("clinic")) }
            #expect(events[2].data.contains(#""hasReason":true"#))
        }
    }

    @Test func theIdMayBeInTheBody() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            let times = #""startTime": "2026-07-02T15:00:00Z", "endTime": "2026-07-02T15:30:00Z""#
            #expect(try await world.send(.PATCH, "/appointments", patient, #"{"id": "\#(id)", \#(times)}"#).appointment.version == 2)
            #expect(try await world.send(.PATCH, "/appointments", patient, "{\(times)}").problem.fieldNames == ["id"])
            #expect(try await world.send(.DELETE, "/appointments", patient, "{}").problem.fieldNames == ["id"])
            #expect(try await world.send(.DELETE, "/appointments", patient, #"{"id": "\#(id)"}"#).appointment.status == .cancelled)
        }
    }

    @Test func refusalsAreNamed() async throws {
        try await World.run { world in
            let settings =
                #", "dailyLimit": 2, "bookingWindowDays": 30, "intervals": [{"kind": "busy", "startTime": "2026-07-02T16:00:00Z", "endTime": "2026-07-02T17:00:00Z"}]"#
            let provider = try await world.openProvider(settings)
            let patient = try await world.person(.patient)
            func refusal(_ start: String, minutes: Int = 30) async throws -> String {
                let answer = try await world.book(provider, patient, at: start, minutes: minutes)
                return try "\(answer.status) \(answer.problem.slug)"
            }
            #expect(try await refusal("2026-07-01T11:30:00Z") == "409 in-the-past")
            #expect(try await refusal("2026-07-01T12:59:00Z") == "409 too-soon")
            #expect(try await refusal("2026-09-01T14:00:00Z") == "409 too-far-ahead")
            #expect(try await refusal(Self.slot, minutes: 60) == "409 wrong-length")
            // What no slot is: before anything is locked.
            #expect(try await refusal(Self.slot, minutes: 0) == "422 impossible-time")
            #expect(try await refusal(Self.slot, minutes: -30) == "422 impossible-time")
            #expect(try await refusal(Self.slot, minutes: 721) == "422 impossible-time")
            let endless = try await world.book(provider, patient, at: Self.slot, minutes: 721)
            #expect(try endless.decode(FaultsBody.self).fields.map(\.limit) == [12])
            #expect(try await refusal("2026-07-02T13:30:00Z") == "409 outside-hours")
            #expect(try await refusal("2026-07-02T14:10:00Z") == "409 not-a-slot")
            #expect(try await refusal("2026-07-02T16:30:00Z") == "409 provider-busy")
            #expect(try await world.book(provider, patient, at: Self.slot).status == 201)
            #expect(try await refusal(Self.slot) == "409 slot-taken")
            #expect(try await world.book(provider, patient, at: Self.next).status == 201)
            #expect(try await refusal("2026-07-02T15:00:00Z") == "409 daily-limit")
            let nobody = World.Person(id: UserID(.v7()), token: "")
            #expect(try await world.book(nobody, patient, at: Self.slot).status == 404)
            let empty = try await world.send(.POST, "/appointments", patient, #"{"providerId": "\#(provider.id)", "title": " "}"#)
            #expect(empty.status == 400)
            #expect(try empty.problem.fieldNames == ["title", "startTime", "endTime"])
            #expect(try await world.send(.POST, "/appointments", patient, "{}").problem.fieldNames == ["providerId", "title", "startTime", "endTime"])
            let zalgo = "e" + String(repeating: "\u{301}", count: 200)
            let long = try await world.send(.POST, "/appointments", patient, #"{"providerId": "\#(provider.id)", "title": "\#(zalgo)"}"#)
            #expect(try long.problem.fieldNames.first == "title")
            // The other side reads it beside what the platform says. What is described is theirs to write.
            let turning = #"{"providerId": "\#(provider.id)", "title": "Check\u202e-up", "description": "\u2067ד״ר\u2069"}"#
            #expect(try await world.send(.POST, "/appointments", patient, turning).problem.fieldNames == ["title", "startTime", "endTime"])
            #expect(try await world.count("SELECT count(*) FROM appointments") == 2)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE topic = 'care.appointments.v1'") == 2)
        }
    }

    @Test func aConflictNamesItsSide() async throws {
        try await World.run { world in
            let (one, other) = (try await world.openProvider(), try await world.openProvider())
            let (patient, stranger) = (try await world.person(.patient), try await world.person(.patient))
            #expect(try await world.book(one, patient, at: Self.slot).status == 201)
            let provider = try await world.book(one, stranger, at: Self.slot)
            #expect(provider.status == 409)
            #expect(try provider.slotTaken.conflict == "provider")
            #expect(try provider.slotTaken.conflictStartTime == Self.slot)
            #expect(!String(decoding: provider.body, as: UTF8.self).contains(patient.id.description))
            let own = try await world.book(other, patient, at: Self.slot)
            #expect(own.status == 409)
            #expect(try own.slotTaken.conflict == "patient")
        }
    }

    @Test func aProviderDoesNotHearWhenThePatientIsWithAnother() async throws {
        try await World.run { world in
            let (one, other) = (try await world.openProvider(), try await world.openProvider())
            let patient = try await world.person(.patient)
            let appointment = try await world.book(one, patient, at: Self.slot).appointment.id
            #expect(try await world.book(other, patient, at: Self.next).status == 201)
            let byProvider = try await world.move(appointment, one, to: Self.next)
            #expect(byProvider.status == 409)
            #expect(try byProvider.slotTaken.conflict == "patient")
            #expect(try byProvider.slotTaken.conflictStartTime == nil)
            #expect(try await world.move(appointment, patient, to: Self.next).slotTaken.conflictStartTime == Self.next)
        }
    }

    @Test func buffersAreClaimed() async throws {
        try await World.run { world in
            let provider = try await world.openProvider(#", "bufferAfterMinutes": 10"#)
            let (patient, other) = (try await world.person(.patient), try await world.person(.patient))
            #expect(try await world.book(provider, patient, at: Self.slot).status == 201)
            #expect(try await world.book(provider, other, at: Self.next).problem.slug == "slot-taken")
            #expect(try await world.book(provider, other, at: "2026-07-02T15:00:00Z").status == 201)
        }
    }

    /// The constraint itself, without the look that comes before.
    @Test func theDatabaseRefusesADoubleBooking() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            let copy = "id, version, status, provider_id, patient_id, starts_at, ends_at, blocked_from, blocked_until, created_at, updated_at"
            let values = "gen_random_uuid(), 1, 'booked', provider_id, patient_id, starts_at, ends_at, blocked_from, blocked_until, created_at, updated_at"
            await #expect(throws: Booking.Refusal.taken(.provider, nil)) {
                try await Booking.Refusal.naming {
                    try await world.pool.withConnection {
                        try await $0.execute("INSERT INTO appointments (\(unescaped: copy)) SELECT \(unescaped: values) FROM appointments WHERE id = \(id)")
                    }
                }
            }
            #expect(try await world.count("SELECT count(*) FROM appointments") == 1)
        }
    }

    @Test func aRetryWithTheSameKeyBooksOnce() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            let first = try await world.book(provider, patient, at: Self.slot, key: "key-1")
            let retry = try await world.book(provider, patient, at: Self.slot, key: "key-1")
            #expect(first.status == 201 && retry.status == 201)
            #expect(first.body == retry.body)
            #expect(retry.headers.first(name: "idempotent-replayed") == "true")
            #expect(try await world.book(provider, patient, at: Self.next, key: "key-1").status == 422)
            #expect(try await world.count("SELECT count(*) FROM appointments") == 1)
        }
    }

    @Test func whoMayDoWhat() async throws {
        try await World.run { world in
            let (provider, otherProvider) = (try await world.openProvider(), try await world.openProvider())
            let (patient, stranger) = (try await world.person(.patient), try await world.person(.patient))
            let admin = World.Person(id: UserID(.v7()), token: try World.token(UserID(.v7()), .admin))
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            for outsider in [stranger, otherProvider, admin] {
                #expect(try await world.get("/appointments/\(id)", outsider).status == 404)
                #expect(try await world.move(id, outsider, to: Self.next).status == 404)
                #expect(try await world.send(.DELETE, "/appointments/\(id)", outsider).status == 404)
            }
            #expect(try await world.get("/appointments/\(id)", nil).status == 401)
            #expect(try await world.book(provider, otherProvider, at: Self.next).status == 403)

            let readOnly = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: "appointments:read"))
            #expect(try await world.get("/appointments/\(id)", readOnly).status == 200)
            #expect(try await world.book(provider, readOnly, at: Self.next).problem.slug == "insufficient-scope")
            #expect(try await world.move(id, readOnly, to: Self.next).problem.slug == "insufficient-scope")
            #expect(try await world.send(.DELETE, "/appointments/\(id)", readOnly).problem.slug == "insufficient-scope")
            let noScope = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: "openid"))
            #expect(try await world.get("/appointments/\(id)", noScope).problem.slug == "insufficient-scope")

            #expect(try await world.get("/users/\(patient.id)/appointments", stranger).status == 403)
            #expect(try await world.get("/users/\(patient.id)/appointments", provider).status == 403)
            let me = try await world.get("/users/me/appointments", patient)
            #expect(me.status == 404 && me.text.contains("There is no such user. An id here is a UUID"), "\(me.text)")
            let elsewhere = try await world.get("/appointments", patient)
            #expect(elsewhere.status == 405 && elsewhere.text.contains("the list is at GET /users/{id}/appointments"), "\(elsewhere.text)")
            #expect(try await world.get("/users/\(patient.id)/appointments", patient).status == 200)
            #expect(try await world.get("/users/\(patient.id)/appointments", admin).status == 200)
            #expect(try await world.get("/providers/\(provider.id)/appointments", otherProvider).status == 403)
            #expect(try await world.get("/providers/\(provider.id)/appointments", patient).status == 403)
            #expect(try await world.get("/providers/\(provider.id)/appointments", provider).status == 200)
            #expect(try await world.events(of: id.uuid).count == 1)
        }
    }

    /// A merge patch (RFC 7396): what is absent stays. The id in the body is as the oldest apps send it, with both ends of a time.
    @Test func whatAChangeLeavesOutStays() async throws {
        try await World.run { world in
            let (provider, patient) = (try await world.openProvider(), try await world.person(.patient))
            let booked = try await world.book(provider, patient, at: Self.slot)
            let (id, tag) = (try booked.appointment.id, try #require(booked.headers.first(name: "etag")))
            func change(_ body: String, match: String = "*") async throws -> Answer {
                try await world.send(.PATCH, "/appointments/\(id)", patient, body, headers: ["If-Match": match])
            }
            let nothing = try await change("{}", match: tag)
            #expect(nothing.status == 200 && nothing.headers.first(name: "etag") == tag)
            #expect(try nothing.appointment.startTime == booked.appointment.startTime)
            #expect(try await change("{}", match: "\"9\"").status == 412)
            #expect(try await world.send(.PATCH, "/appointments/\(id)", try await world.person(.patient), "{}").status == 404)
            // The same end again, by itself.
            #expect(try await change(#"{"startTime": "\#(Self.slot)"}"#).headers.first(name: "etag") == tag)
            // An end alone is read with the other one as it is.
            #expect(try await change(#"{"endTime": "2026-07-02T14:00:00Z"}"#).status == 422)
            let later = try await change(#"{"startTime": "2026-07-02T19:00:00Z"}"#)
            #expect(later.status == 422 && later.text.contains("endTime was not sent, and stays as it was"))
            #expect(try await change(#"{"startTime": "2026-07-02T14:00:00.5Z"}"#).problem.fieldNames == ["startTime"])
            #expect(try await change(#"{"endTime": null}"#).problem.fieldNames == ["endTime"])
            #expect(try await world.events(of: id.uuid).count == 1)

            for (body, fields) in [
                (#"{"id": "\#(id)"}"#, ["startTime", "endTime"]), (#"{"id": "\#(id)", "startTime": "\#(Self.slot)"}"#, ["endTime"]),
                (#"{"id": "\#(id)", "title": "x", "endTime": "\#(Self.next)"}"#, ["startTime"])
            ] {
                #expect(try await world.send(.PATCH, "/appointments", patient, body).problem.fieldNames == fields)
            }
        }
    }

    @Test func noticeBindsThePatientOnly() async throws {
        try await World.run { world in
            let provider = try await world.openProvider(#", "cancelNoticeMinutes": 1440, "rescheduleNoticeMinutes": 1440"#)
            let patient = try await world.person(.patient)
            let id = try await world.book(provider, patient, at: "2026-07-02T18:00:00Z").appointment.id
            try world.setClock("2026-07-02T13:00:00Z")
            #expect(try await world.move(id, patient, to: "2026-07-06T14:00:00Z").problem.slug == "notice-too-short")
            #expect(try await world.send(.DELETE, "/appointments/\(id)", patient).problem.slug == "notice-too-short")
            #expect(try await world.move(id, provider, to: "2026-07-02T13:30:00Z").problem.slug == "outside-hours")
            #expect(try await world.move(id, provider, to: Self.slot).status == 200)
            #expect(try await world.send(.DELETE, "/appointments/\(id)", provider).status == 200)
        }
    }

    /// Each change is told to both, and stays written. It ends all the same.
    @Test func anAppointmentIsChangedSoOften() async throws {
        try await World.run { world in
            let (provider, patient) = (try await world.openProvider(), try await world.person(.patient))
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            let most = AppointmentRecord.mostChanges
            try await world.pool.withConnection { connection in
                _ = try await connection.execute("UPDATE appointments SET version = \(most) WHERE id = \(id)")
            }
            #expect(try await world.move(id, patient, to: Self.next).status == 200)
            for caller in [patient, provider] {
                let moved = try await world.move(id, caller, to: Self.slot)
                #expect(try moved.status == 409 && moved.problem.slug == "quota-exceeded")
                #expect(try await world.send(.PATCH, "/appointments/\(id)", caller, #"{"title": "Knee"}"#).problem.slug == "quota-exceeded")
                // A retry whose first answer was lost.
                #expect(try await world.move(id, caller, to: Self.next).status == 200)
            }
            #expect(try await world.events(of: id.uuid).count == 2)
            #expect(try await world.send(.DELETE, "/appointments/\(id)", patient).status == 200)
        }
    }

    @Test func aProviderSaysHowItEnded() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            let one = try await world.book(provider, patient, at: Self.slot).appointment.id
            let other = try await world.book(provider, patient, at: Self.next).appointment.id
            func end(_ id: AppointmentID, _ status: String, _ caller: World.Person) async throws -> Answer {
                try await world.send(.PATCH, "/appointments/\(id)", caller, #"{"status": "\#(status)"}"#)
            }
            #expect(try await end(one, "completed", provider).problem.slug == "not-yet-started")
            try world.setClock("2026-07-02T16:00:00Z")
            #expect(try await end(one, "completed", patient).status == 403)
            #expect(try await end(one, "cancelled", provider).problem.fieldNames == ["status"])
            #expect(try await end(one, "completed", provider).appointment.status == .completed)
            #expect(try await end(other, "no-show", provider).appointment.status == .noShow)
            #expect(try await world.events(of: one.uuid).map(\.type) == [AppointmentBooked.type, AppointmentCompleted.type])
            #expect(try await world.events(of: other.uuid).map(\.type) == [AppointmentBooked.type, AppointmentNoShow.type])
            #expect(try await world.send(.DELETE, "/appointments/\(one)", provider).problem.slug == "not-possible")
        }
    }

    /// What was to be kept free after it may be booked again, and so is listed.
    @Test func whoDoesNotComeLeavesTheirTime() async throws {
        try await World.run { world in
            let provider = try await world.openProvider(#", "bufferAfterMinutes": 30, "minimumNoticeMinutes": 0"#)
            let (patient, other) = (try await world.person(.patient), try await world.person(.patient))
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            func listed() async throws -> [String] {
                let query = "from=2026-07-02T14:00:00Z&to=2026-07-02T15:30:00Z"
                return try await world.get("/providers/\(provider.id)/slots?\(query)", other).decode(SlotPageTests.Found.self).items.map(\.startTime)
            }
            try world.setClock("2026-07-02T14:05:00Z")
            #expect(try await listed() == ["2026-07-02T15:00:00Z"])
            #expect(try await world.book(provider, other, at: Self.next).problem.slug == "slot-taken")
            #expect(try await world.send(.PATCH, "/appointments/\(id)", provider, #"{"status": "no-show"}"#).status == 200)
            #expect(try await listed() == [Self.next, "2026-07-02T15:00:00Z"])
            #expect(try await world.book(provider, other, at: Self.next).status == 201)
        }
    }

    @Test func pastAppointmentsAreCompleted() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            let past = try await world.book(provider, patient, at: Self.slot).appointment.id
            let recent = try await world.book(provider, patient, at: "2026-07-02T20:00:00Z").appointment.id
            for _ in 1...2 {
                try await world.pool.transaction { tx in
                    let now = try #require(RFC3339.parse("2026-07-02T21:00:00Z"))
                    let isMore = try await CompletePastAppointments(delay: .seconds(6 * 3600), now: { now })(tx)
                    #expect(!isMore)
                }
            }
            #expect(try await world.get("/appointments/\(past)", patient).appointment.status == .completed)
            #expect(try await world.get("/appointments/\(recent)", patient).appointment.status == .booked)
            #expect(try await world.events(of: past.uuid).map(\.version) == [1, 2])
        }
    }

    @Test func listsGoOnAfterTheirCursor() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            var ids: [AppointmentID] = []
            for hour in 14...18 { ids.append(try await world.book(provider, patient, at: "2026-07-02T\(hour):00:00Z").appointment.id) }
            _ = try await world.send(.DELETE, "/appointments/\(ids[1])", patient)
            try world.setClock("2026-07-02T15:45:00Z")
            func all(_ path: String, _ caller: World.Person) async throws -> [AppointmentID] {
                var found: [AppointmentID] = []
                var after = ""
                while true {
                    let page = try await world.get(path + after, caller).decode(PageBody<AppointmentBody>.self)
                    #expect(page.items.count <= 2)
                    found += page.items.map(\.id)
                    guard let cursor = page.nextCursor else { return found }
                    after = "&after=" + cursor
                }
            }
            let lists = [
                ("/users/\(patient.id)/appointments", patient), ("/providers/\(provider.id)/appointments", provider),
                ("/users/\(provider.id)/appointments", provider)
            ]
            for (path, caller) in lists {
                #expect(try await all(path + "?limit=2", caller) == ids.reversed())
                #expect(try await all(path + "?limit=2&when=upcoming", caller) == Array(ids[2...]))
                #expect(try await all(path + "?limit=2&when=past", caller) == [ids[1], ids[0]])
                #expect(try await all(path + "?limit=2&status=cancelled", caller) == [ids[1]])
                #expect(try await world.get(path + "?limit=2&after=nonsense", caller).status == 400)
                #expect(try await world.get(path + "?when=soon", caller).status == 400)
            }
            // Of another list, or in another order, it is no place; what is filtered may change.
            let own = "/users/\(patient.id)/appointments?limit=2"
            let first = try await world.get(own, patient).decode(PageBody<AppointmentBody>.self)
            let cursor = try #require(first.nextCursor)
            #expect(try await world.get("\(own)&status=cancelled&after=\(cursor)", patient).status == 200)
            for (path, caller) in [("/providers/\(provider.id)/appointments?", provider), ("\(own)&when=upcoming&", patient), ("/providers?", patient)] {
                #expect(try await world.get("\(path)after=\(cursor)", caller).problem.fieldNames == ["after"], "\(path)")
            }
            // Where what its order hangs on is wrong itself, that is told, and a good place is not called wrong.
            let rising = try await world.get("\(own)&when=upcoming", patient).decode(PageBody<AppointmentBody>.self)
            let place = try #require(rising.nextCursor)
            for (asked, wrong) in [("when=soon", "when"), ("from=today", "from")] {
                #expect(try await world.get("\(own)&\(asked)&after=\(place)", patient).problem.fieldNames == [wrong])
                #expect(try await world.get("\(own)&\(asked)&after=nonsense", patient).problem.fieldNames == [wrong, "after"])
            }
        }
    }

    /// Where nobody said how it ended, the provider may still say that the patient did not come; where they said so, not.
    @Test func aNoShowMayBeSaidAfterTheSweep() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            let (swept, said) = (
                try await world.book(provider, patient, at: Self.slot).appointment.id, try await world.book(provider, patient, at: Self.next).appointment.id
            )
            func end(_ id: AppointmentID, _ status: String, _ caller: World.Person) async throws -> Answer {
                try await world.send(.PATCH, "/appointments/\(id)", caller, #"{"status": "\#(status)"}"#)
            }
            try world.setClock("2026-07-03T12:00:00Z")
            #expect(try await end(said, "completed", provider).status == 200)
            let now = world.dependencies.now
            _ = try await world.pool.transaction { tx in try await CompletePastAppointments(delay: .seconds(6 * 3600), now: now)(tx) }
            #expect(try await world.get("/appointments/\(swept)", patient).appointment.status == .completed)
            #expect(try await end(said, "no-show", provider).problem.slug == "not-possible")
            #expect(try await end(swept, "no-show", patient).status == 403)
            try world.setClock("2026-07-10T12:00:01Z")
            #expect(try await end(swept, "no-show", provider).problem.slug == "not-possible")
            try world.setClock("2026-07-10T12:00:00Z")
            #expect(try await end(swept, "no-show", provider).appointment.status == .noShow)
            #expect(try await end(swept, "completed", provider).problem.slug == "not-possible")
            let events = try await world.events(of: swept.uuid)
            #expect(events.map(\.type) == [AppointmentBooked.type, AppointmentCompleted.type, AppointmentNoShow.type])
            #expect(events.map(\.version) == [1, 2, 3])
        }
    }

    @Test func bothSidesChangeTheTexts() async throws {
        try await World.run { world in
            let (provider, other) = (try await world.openProvider(), try await world.openProvider())
            let (patient, stranger) = (try await world.person(.patient), try await world.person(.patient))
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            func change(_ body: String, _ caller: World.Person, version: Int? = nil) async throws -> Answer {
                try await world.send(.PATCH, "/appointments/\(id)", caller, body, headers: version.map { ["If-Match": "\"\($0)\""] } ?? [:])
            }
            let byPatient = try await change(#"{"title": " Knee "}"#, patient, version: 1).appointment
            #expect(byPatient.title == "Knee" && byPatient.description == "Line one\nLine two" && byPatient.version == 2)
            let byProvider = try await change(#"{"description": "Bring the X-rays"}"#, provider).appointment
            #expect(byProvider.title == "Knee" && byProvider.description == "Bring the X-rays" && byProvider.version == 3)
            // A retry changes nothing.
            #expect(try await change(#"{"description": "Bring the X-rays"}"#, provider).appointment.version == 3)
            let cleared = try await change(#"{"description": null, "title": null}"#, patient)
            #expect(cleared.status == 400)
            #expect(try cleared.problem.fieldNames == ["title"])
            #expect(try await change(#"{"description": null}"#, patient).appointment.description == nil)
            let times = #""startTime": "\#(Self.next)", "endTime": "2026-07-02T15:00:00Z""#
            let both = try await change(#"{"title": "Both", \#(times)}"#, patient, version: 4).appointment
            #expect(both.title == "Both" && both.version == 6)
            #expect(both.startTime == RFC3339.parse(Self.next))

            #expect(try await change(#"{"title": "x"}"#, patient, version: 1).status == 412)
            #expect(try await change(#"{"title": "x", "status": "completed"}"#, provider).problem.fieldNames == ["status"])
            for outsider in [other, stranger] { #expect(try await change(#"{"title": "x"}"#, outsider).status == 404) }
            #expect(try await world.send(.DELETE, "/appointments/\(id)", patient).status == 200)
            #expect(try await change(#"{"title": "x"}"#, patient).problem.slug == "not-possible")

            let events = try await world.events(of: id.uuid)
            #expect(
                events.map(\.type) == [
                    AppointmentBooked.type, AppointmentChanged.type, AppointmentChanged.type, AppointmentChanged.type, AppointmentRescheduled.type,
                    AppointmentChanged.type, AppointmentCancelled.type
                ])
            for event in events { for text in ["Knee", "X-rays", "Both"] { #expect(!event.data.contains(text)) } }
            #expect(events.last?.data.contains(#""hasReason":false"#) == true)
        }
    }

    @Test func nothingIsWrittenOfAnErasedPatient() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            try world.setClock("2026-07-02T14:10:00Z")
            let event = UserDeleted(userId: patient.id, version: 2, deletedAt: world.dependencies.now())
            try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(event, $0) }
            let refused = try await world.send(.PATCH, "/appointments/\(id)", provider, #"{"title": "Knee"}"#)
            #expect(try refused.status == 409 && refused.problem.slug == "patient-erased")
            #expect(try await world.get("/appointments/\(id)", provider).appointment.title == "")
        }
    }

    @Test func whatWasCancelledIsNotUpcoming() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            let kept = try await world.book(provider, patient, at: Self.slot).appointment.id
            let cancelled = try await world.book(provider, patient, at: Self.next).appointment.id
            _ = try await world.send(.DELETE, "/appointments/\(cancelled)", patient)
            func ids(_ query: String) async throws -> [AppointmentID] {
                try await world.get("/users/\(patient.id)/appointments?\(query)", patient).decode(PageBody<AppointmentBody>.self).items.map(\.id)
            }
            #expect(try await ids("when=upcoming") == [kept])
            #expect(try await ids("when=upcoming&status=cancelled") == [cancelled])
            #expect(try await ids("") == [cancelled, kept])
        }
    }

    @Test func aDayIsListedFromItsBeginning() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            let starts = ["2026-07-02T21:30:00Z", "2026-07-03T14:00:00Z", "2026-07-03T14:30:00Z", "2026-07-06T14:00:00Z"]
            var ids: [AppointmentID] = []
            for start in starts { ids.append(try await world.book(provider, patient, at: start).appointment.id) }
            func all(_ query: String) async throws -> [AppointmentID] {
                var found: [AppointmentID] = []
                var next: String? = ""
                while let after = next {
                    let page = try await world.get("/providers/\(provider.id)/appointments?limit=1&\(query)\(after)", provider).decode(PageBody<AppointmentBody>.self)
                    found += page.items.map(\.id)
                    next = page.nextCursor.map { "&after=\($0)" }
                }
                return found
            }
            #expect(try await all("from=2026-07-03T00:00:00-05:00&to=2026-07-04T00:00:00-05:00") == [ids[1], ids[2]])
            // What is under way at that moment is of the day; what ends or begins at its bounds is not.
            #expect(try await all("from=2026-07-02T21:45:00Z&to=2026-07-03T14:30:00Z") == [ids[0], ids[1]])
            #expect(try await all("from=2026-07-02T22:00:00Z&to=2026-07-03T14:00:00Z") == [])
            #expect(try await all("from=2026-07-03T14:15:00Z") == [ids[1], ids[2], ids[3]])
            #expect(try await all("to=2026-07-03T14:15:00Z") == [ids[0], ids[1]])
            try world.setClock("2026-07-03T15:00:00Z")
            #expect(try await all("from=2026-07-03T00:00:00Z&when=past") == [ids[2], ids[1]])
            func faults(_ query: String) async throws -> [String] {
                try await world.get("/providers/\(provider.id)/appointments?\(query)", provider).problem.fieldNames
            }
            #expect(try await faults("from=today") == ["from"])
            #expect(try await faults("from=1900-01-01T00:00:00Z&to=3000-01-01T00:00:00Z") == ["from", "to"])
            #expect(try await faults("from=2026-07-03T00:00:00Z&to=2026-07-03T00:00:00Z") == ["to"])
        }
    }

    /// The zone is that of the hours when it was booked, or moved; of one that the release before booked, that of the hours.
    @Test func aVisitKeepsItsZone() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            let kept = try await world.book(provider, patient, at: Self.slot).appointment.id
            let moved = try await world.book(provider, patient, at: Self.next).appointment.id
            let former = try await world.book(provider, patient, at: "2026-07-03T14:00:00Z").appointment.id
            try await world.pool.withConnection { connection in
                _ = try await connection.execute("UPDATE appointments SET time_zone = NULL WHERE id = \(former)")
            }
            func zone(_ id: AppointmentID) async throws -> String { try await world.get("/appointments/\(id)", patient).appointment.timeZone }
            #expect(try await zone(former) == "America/Winnipeg")
            #expect(try await world.send(.PATCH, "/providers/availability", provider, #"{"timeZone": "America/Toronto"}"#).status == 200)
            #expect(try await zone(kept) == "America/Winnipeg")
            #expect(try await zone(former) == "America/Toronto")
            #expect(try await world.move(moved, patient, to: "2026-07-06T14:00:00Z").appointment.timeZone == "America/Toronto")
            for _ in 1...2 { #expect(try await world.pool.transaction { try await FillZones()($0) } == false) }
            #expect(try await world.count("SELECT count(*) FROM appointments WHERE time_zone IS NULL") == 0)
            #expect(try await world.send(.PATCH, "/providers/availability", provider, #"{"timeZone": "America/Denver"}"#).status == 200)
            #expect(try await zone(former) == "America/Toronto")
            #expect(try await zone(kept) == "America/Winnipeg")
        }
    }

    /// Never more than a batch, whatever plan the database takes.
    @Test func zonesAreFilledInBatches() async throws {
        try await World.run { world in
            let (provider, patient) = (try await world.openProvider(), try await world.person(.patient))
            try await world.pool.withConnection { connection in
                try await connection.execute(
                    """
                    INSERT INTO appointments (id, version, status, provider_id, patient_id, starts_at, ends_at, blocked_from, blocked_until, created_at, updated_at)
                    SELECT gen_random_uuid(), 1, 'completed', \(provider.id), \(patient.id), t, t + interval '1 hour', t, t + interval '1 hour', t, t
                    FROM generate_series(1, 250) n, LATERAL (SELECT '2026-01-01'::timestamptz + n * interval '2 hours' AS t) AS start
                    """)
                try await connection.execute("ANALYZE appointments")
            }
            let left = try await world.pool.left("SELECT count(*) FROM appointments WHERE time_zone IS NULL") { try await $0.fillZones(most: 100) == 100 }
            #expect(left == [150, 50, 0])
            #expect(try await world.count("SELECT count(*) FROM appointments WHERE time_zone = 'America/Winnipeg'") == 250)
        }
    }
}
