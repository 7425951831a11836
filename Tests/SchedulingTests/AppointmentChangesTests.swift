import CareModels
import Foundation
import Postgres
import ServiceTestKit
import Testing

@testable import SchedulingService

/// Who did what with an appointment, for the two of it to read.
@Suite struct AppointmentChangesTests {
    // Thursday 2026-07-02, 09:00 in Winnipeg, and half an hour later.
    private static let slot = "2026-07-02T14:00:00Z"
    private static let next = "2026-07-02T14:30:00Z"

    private static func changes(_ id: AppointmentID, _ caller: World.Person, _ world: World) async throws -> [ChangeItem] {
        let answer = try await world.get("/appointments/\(id)/changes", caller)
        #expect(answer.status == 200)
        return try answer.decode(PageBody<ChangeItem>.self).items
    }

    private static func describe(_ id: AppointmentID, _ caller: World.Person, _ title: String, _ world: World) async throws -> Answer {
        try await world.send(.PATCH, "/appointments/\(id)", caller, #"{"title": "\#(title)"}"#)
    }

    private static func erase(_ person: World.Person, _ world: World) async throws {
        try await world.tell(UserDeleted(userId: person.id, version: 2, deletedAt: world.dependencies.now()))
    }

    @Test func everyDeedIsALine() async throws {
        try await World.run { world in
            let (provider, person, clerk) = (try await world.openProvider(), try await world.person(.patient), try await world.person(.patient))
            let (patient, mother) = (try World.patient(person, with: "diary"), UserID(.v7()))
            let guarded = try World.patient(person, with: "family", guardian: mother)
            var clinic = Clinic()
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .receptionist, in: world)

            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            try world.setClock("2026-07-01T13:00:00Z")
            #expect(try await world.move(id, clerk, to: Self.next).status == 200)
            #expect(try await Self.describe(id, guarded, "A rash", world).status == 200)
            // Both in one request are two versions.
            let both = #"{"title": "Knee", "startTime": "\#(Self.slot)", "endTime": "\#(Self.next)"}"#
            #expect(try await world.send(.PATCH, "/appointments/\(id)", provider, both).status == 200)
            try world.setClock("2026-07-02T14:10:00Z")
            #expect(try await world.send(.PATCH, "/appointments/\(id)", provider, #"{"status": "no-show"}"#).status == 200)

            let answer = try await world.get("/appointments/\(id)/changes", patient)
            let seen = try answer.decode(PageBody<ChangeItem>.self).items
            #expect(seen.map(\.action) == ["no-show", "changed", "rescheduled", "changed", "rescheduled", "booked"])
            #expect(seen.map(\.version) == [6, 5, 4, 3, 2, 1])
            #expect(seen.map(\.role) == ["provider", "provider", "provider", "guardian", "front-desk", "patient"])
            #expect(seen.map(\.doneBy) == [provider.id, provider.id, provider.id, mother, clerk.id, patient.id])
            #expect(seen.map(\.clientId) == ["test", "test", "test", "family", "test", "diary"])
            #expect(seen.map { RFC3339.format($0.startTime) } == [Self.slot, Self.slot, Self.slot, Self.next, Self.next, Self.slot])
            #expect(seen.map { RFC3339.format($0.at) }.last == "2026-07-01T12:00:00Z" && RFC3339.format(seen[4].at) == "2026-07-01T13:00:00Z")
            for words in ["Check-up", "Line one", "rash", "Knee"] { #expect(!answer.text.contains(words)) }
            // Of the same versions as its events.
            #expect(try await world.events(of: id.uuid).map(\.version) == [1, 2, 3, 4, 5, 6])

            // Which app a patient uses may tell of their health: the provider is not told.
            var theirs = seen
            for index in theirs.indices where ["patient", "guardian"].contains(theirs[index].role) { theirs[index].clientId = nil }
            #expect(try await Self.changes(id, provider, world) == theirs)
        }
    }

    @Test func aDeskBooksAndOneCancels() async throws {
        try await World.run { world in
            let (provider, patient, clerk) = (try await world.openProvider(), try await world.person(.patient), try await world.person(.patient))
            var clinic = Clinic()
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .receptionist, in: world)
            let id = try await world.book(provider, clerk, for: patient.id, at: Self.slot).appointment.id
            #expect(try await world.send(.DELETE, "/appointments/\(id)", patient, #"{"reason": "Fever"}"#).status == 200)
            let seen = try await Self.changes(id, patient, world)
            #expect(seen.map { "\($0.action) \($0.role)" } == ["cancelled patient", "booked front-desk"])
            #expect(seen.map(\.doneBy) == [patient.id, clerk.id])
        }
    }

    @Test func whatChangesNothingIsNoLine() async throws {
        try await World.run { world in
            let (provider, patient, other) = (try await world.openProvider(), try await world.person(.patient), try await world.person(.patient))
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            #expect(try await world.book(provider, other, at: Self.slot).status == 409)
            #expect(try await world.move(id, patient, to: Self.slot).status == 200)
            #expect(try await Self.describe(id, patient, "Check-up", world).status == 200)
            #expect(try await world.move(id, patient, to: "2026-07-02T03:00:00Z").status == 409)
            #expect(try await world.send(.PATCH, "/appointments/\(id)", patient, #"{"status": "completed"}"#).status == 403)
            for _ in 0..<2 { #expect(try await world.send(.DELETE, "/appointments/\(id)", patient).status == 200) }
            #expect(try await Self.changes(id, patient, world).map(\.action) == ["cancelled", "booked"])
            #expect(try await world.count("SELECT count(*) FROM appointment_changes") == 2)
        }
    }

    @Test func whatCameToBeSoByItselfNobodyDid() async throws {
        try await World.run { world in
            let (provider, patient) = (try await world.openProvider(), try await world.person(.patient))
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            try world.setClock("2026-07-03T14:00:00Z")
            let now = world.dependencies.now
            _ = try await world.pool.transaction { tx in try await CompletePastAppointments(delay: .seconds(3600), now: now)(tx) }
            let line = try #require(try await Self.changes(id, patient, world).first)
            #expect(line.action == "completed" && line.role == "system" && line.doneBy == nil && line.clientId == nil)
        }
    }

    @Test func onlyTheTwoReadIt() async throws {
        try await World.run { world in
            let (provider, patient, clerk) = (try await world.openProvider(), try await world.person(.patient), try await world.person(.patient))
            var clinic = Clinic()
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .owner, in: world)
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            let (stranger, outsider, admin) = (try await world.person(.patient), try await world.openProvider(), UserID(.v7()))
            let narrow = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: "appointments:write"))
            let machine = World.Person(id: patient.id, token: try TestIssuer.token(nil, .service, scope: World.everyScope))
            let cases: [(World.Person?, Int)] = [
                (patient, 200), (provider, 200), (try World.patient(patient, with: "app", guardian: stranger.id), 200), (nil, 401), (stranger, 404), (outsider, 404),
                (World.Person(id: admin, token: try World.token(admin, .admin)), 404), (clerk, 403), (narrow, 403), (machine, 403)
            ]
            for (index, (caller, status)) in cases.enumerated() {
                #expect(try await world.get("/appointments/\(id)/changes", caller).status == status, "case \(index)")
            }
            #expect(try await world.get("/appointments/\(AppointmentID(.v7()))/changes", patient).status == 404)
            #expect(try await world.get("/appointments/x/changes", patient).status == 404)
        }
    }

    @Test func itIsReadInPages() async throws {
        try await World.run { world in
            let (provider, patient) = (try await world.openProvider(), try await world.person(.patient))
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            for number in 0..<6 { #expect(try await Self.describe(id, patient, "Title \(number)", world).status == 200) }
            var (found, after) = ([Int](), "")
            repeat {
                let page = try await world.get("/appointments/\(id)/changes?limit=3\(after)", patient).decode(PageBody<ChangeItem>.self)
                found += page.items.map(\.version)
                after = page.nextCursor.map { "&after=\($0)" } ?? ""
            } while !after.isEmpty
            #expect(found == [7, 6, 5, 4, 3, 2, 1])
            for query in ["limit=0", "limit=201", "after=x", "after=WyJ4Il0", "when=past"] {
                #expect(try await world.get("/appointments/\(id)/changes?\(query)", patient).status == 400, "\(query)")
            }
            // Cursors that nobody was given end nothing.
            for number in [String(Int.min), "-1", "0"] {
                let cursor = Data(#"["\#(number)"]"#.utf8).base64EncodedString().replacing("=", with: "")
                let page = try await world.get("/appointments/\(id)/changes?after=\(cursor)", patient)
                #expect(try page.status == 200 && page.decode(PageBody<ChangeItem>.self).items.isEmpty)
            }
        }
    }

    @Test func aLaterReleasesWordsAreRead() async throws {
        try await World.run { world in
            let (provider, patient) = (try await world.openProvider(), try await world.person(.patient))
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            try await world.pool.withConnection { connection in
                _ = try await connection.execute(
                    """
                    INSERT INTO appointment_changes (appointment_id, version, at, action, role, user_id, client, starts_at, ends_at)
                    SELECT id, 2, now(), 'confirmed', 'relative', \(UserID(.v7())), 'family', starts_at, ends_at FROM appointments
                    """)
            }
            #expect(
                try await Self.changes(id, patient, world).map { "\($0.action) \($0.role) \($0.clientId ?? "-")" } == [
                    "confirmed relative family", "booked patient test"
                ])
            #expect(try await Self.changes(id, provider, world).map(\.clientId) == [nil, nil])
        }
    }

    // MARK: What is left of it

    @Test func theAppGoesWithWhoeverUsedIt() async throws {
        try await World.run { world in
            let (provider, person, clerk) = (try await world.openProvider(), try await world.person(.patient), try await world.person(.patient))
            let mother = try await world.person(.patient)
            let (patient, guarded) = (try World.patient(person, with: "diary"), try World.patient(person, with: "family", guardian: mother.id))
            var clinic = Clinic()
            try await clinic.joins(provider, .practitioner, in: world)
            try await clinic.joins(clerk, .receptionist, in: world)
            let id = try await world.book(provider, patient, at: Self.slot).appointment.id
            #expect(try await world.move(id, clerk, to: Self.next).status == 200)
            #expect(try await Self.describe(id, guarded, "A rash", world).status == 200)
            #expect(try await Self.describe(id, provider, "Knee", world).status == 200)

            func clients() async throws -> [String?] { try await Self.changes(id, patient, world).map(\.clientId) }
            #expect(try await clients() == ["test", "family", "test", "diary"])
            try await Self.erase(clerk, world)
            #expect(try await clients() == ["test", "family", nil, "diary"])
            try await Self.erase(mother, world)
            #expect(try await clients() == ["test", nil, nil, "diary"])
            #expect(try await Self.changes(id, patient, world).map(\.doneBy) == [provider.id, mother.id, clerk.id, patient.id])

            // Who is erased cancels what they had ahead, which is a line of theirs.
            try await Self.erase(patient, world)
            let left = try await Self.changes(id, provider, world)
            #expect(left.map { "\($0.action) \($0.role)" } == ["cancelled patient", "changed provider", "changed guardian", "rescheduled front-desk", "booked patient"])
            #expect(left.map(\.doneBy) == [patient.id, provider.id, mother.id, clerk.id, patient.id] && left.map(\.clientId) == [nil, "test", nil, nil, nil])
            #expect(try await world.count("SELECT count(*) FROM appointment_changes WHERE client IS NOT NULL") == 1)

            // And when both are, nobody is left who may read it.
            try await Self.erase(provider, world)
            #expect(try await world.count("SELECT count(*) FROM appointment_changes") == 0)
        }
    }

    @Test func ofTwoWhoAreErasedAtOnceNothingIsLeft() async throws {
        try await World.run { world in
            for _ in 0..<8 {
                let (provider, patient) = (try await world.openProvider(), try await world.person(.patient))
                let id = try await world.book(provider, patient, at: Self.slot).appointment.id
                #expect(try await world.move(id, provider, to: Self.next).status == 200)
                _ = try await together(2) { try await Self.erase($0 == 0 ? provider : patient, world) }
            }
            #expect(try await world.count("SELECT count(*) FROM appointment_changes") == 0)
        }
    }

    /// Whoever reaches the database by this service changes nothing that was written.
    @Test func whatWasDoneStaysWritten() async throws {
        try await World.run { world in
            let (provider, patient) = (try await world.openProvider(), try await world.person(.patient))
            _ = try await world.book(provider, patient, at: Self.slot)
            let attempts = [
                "UPDATE appointment_changes SET user_id = gen_random_uuid()", "UPDATE appointment_changes SET at = now(), client = NULL",
                "UPDATE appointment_changes SET client = 'another'", "DELETE FROM appointment_changes",
                "INSERT INTO appointment_changes SELECT * FROM appointment_changes"
            ]
            for attempt in attempts {
                await #expect(throws: PostgresError.self, "\(attempt)") { try await world.pool.withConnection { _ = try await $0.execute("\(unescaped: attempt)") } }
            }
            #expect(try await world.count("SELECT count(*) FROM appointment_changes WHERE client = 'test'") == 1)
        }
    }
}

/// A line of what was done with an appointment.
struct ChangeItem: Decodable, Equatable, Sendable {
    var version: Int
    var at: Date
    var action: String
    var role: String
    var doneBy: UserID?
    var clientId: String?
    var startTime: Date
    var endTime: Date
}
