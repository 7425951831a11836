import CareModels
import HTTP
import Postgres
import ServiceTestKit
import Testing

@testable import SchedulingService

/// What is written about appointments is sealed under the patient's key.
@Suite struct SealedTextsTests {
    private static let secrets = ["haemochromatosis", "pain since", "migraine", "Étourdissements", "another doctor"]

    private struct Cast {
        var provider: World.Person
        var patient: World.Person
    }

    private func cast(_ world: World) async throws -> Cast {
        Cast(provider: try await world.openProvider(), patient: try await world.person(.patient))
    }

    private func book(_ world: World, _ cast: Cast, _ hour: Int = 15, title: String = "Haemochromatosis", key: String? = nil) async throws -> Answer {
        let body = #"""
            {"providerId": "\#(cast.provider.id)", "title": "\#(title)", "description": "Pain since May", "startTime": "2026-07-06T\#(hour):00:00Z",
             "endTime": "2026-07-06T\#(hour):30:00Z"}
            """#
        return try await world.send(.POST, "/appointments", cast.patient, body, headers: key.map { ["Idempotency-Key": $0] } ?? [:])
    }

    /// Books, describes, cancels with a reason, and books what goes on; what each answer says is what was written.
    private func story(_ world: World, _ cast: Cast) async throws -> (open: AppointmentID, cancelled: AppointmentID) {
        let booked = try await book(world, cast, key: "one")
        #expect(booked.status == 201)
        let (id, other) = (try booked.appointment.id, try await book(world, cast, 17).appointment.id)
        #expect(try booked.appointment.title == "Haemochromatosis")
        let described = try await world.send(.PATCH, "/appointments/\(id)", cast.provider, #"{"title": "Migraine", "description": "Étourdissements"}"#)
        #expect(try described.appointment.title == "Migraine")
        let cancelled = try await world.send(.DELETE, "/appointments/\(other)", cast.patient, #"{"reason": "Another doctor"}"#)
        #expect(cancelled.status == 200)
        #expect(try cancelled.appointment.cancellation?.reason == "Another doctor")
        return (id, other)
    }

    private func expectTexts(_ world: World, _ cast: Cast, _ told: (open: AppointmentID, cancelled: AppointmentID)) async throws {
        for caller in [cast.patient, cast.provider] {
            let open = try await world.send(.GET, "/appointments/\(told.open)", caller).appointment
            #expect(open.title == "Migraine" && open.description == "Étourdissements")
            let cancelled = try await world.send(.GET, "/appointments/\(told.cancelled)", caller).appointment
            #expect(cancelled.title == "Haemochromatosis" && cancelled.cancellation?.reason == "Another doctor")
        }
        for (path, caller) in [("/users/\(cast.patient.id)", cast.patient), ("/providers/\(cast.provider.id)", cast.provider)] {
            let items = try await world.send(.GET, "\(path)/appointments", caller).decode(PageBody<AppointmentBody>.self).items
            #expect(Set(items.map(\.title)) == ["Migraine", "Haemochromatosis"])
        }
    }

    private func found(_ world: World) async throws -> [String] {
        let dump = try await DatabaseDump.text(world.url)
        // What must be in it, so that this looks in the right place.
        #expect(dump.contains("care.appointments.v1") && dump.contains("America/Winnipeg"))
        return Self.secrets.filter { dump.localizedCaseInsensitiveContains($0) }
    }

    @Test(.timeLimit(.minutes(5))) func theDatabaseHoldsNoneOfThem() async throws {
        try await World.run { world in
            let cast = try await cast(world)
            let told = try await story(world, cast)
            #expect(try await found(world) == [])
            try await expectTexts(world, cast, told)
            #expect(try await book(world, cast, key: "one").text.contains("Haemochromatosis"), "the first answer, once more")
        }
    }

    @Test func theyGoWithTheirPerson() async throws {
        try await World.run { world in
            let cast = try await cast(world)
            let told = try await story(world, cast)
            let erase = ErasePerson(keys: world.dependencies.keys, now: world.dependencies.now)
            try await world.pool.transaction { tx in _ = try await erase(cast.patient.id, version: 2, at: world.dependencies.now(), tx) }
            #expect(try await world.count("SELECT count(*) FROM appointments WHERE sealed_texts IS NOT NULL OR sealed_reason IS NOT NULL") == 0)
            #expect(try await world.count("SELECT count(*) FROM person_keys WHERE wrapped_key IS NOT NULL") == 0)
            let left = try await world.send(.GET, "/appointments/\(told.cancelled)", cast.provider).appointment
            #expect(left.title == "" && left.description == nil && left.cancellation?.reason == nil)
        }
    }

    /// The provider's words go with the provider; the patient's stay.
    @Test func aReasonGoesWithWhoGaveIt() async throws {
        try await World.run { world in
            let cast = try await cast(world)
            let id = try await book(world, cast).appointment.id
            let cancelled = try await world.send(.DELETE, "/appointments/\(id)", cast.provider, #"{"reason": "Another doctor"}"#)
            #expect(cancelled.status == 200)
            let erase = ErasePerson(keys: world.dependencies.keys, now: world.dependencies.now)
            try await world.pool.transaction { tx in _ = try await erase(cast.provider.id, version: 2, at: world.dependencies.now(), tx) }
            let left = try await world.send(.GET, "/appointments/\(id)", cast.patient).appointment
            #expect(left.title == "Haemochromatosis" && left.cancellation?.reason == nil)
        }
    }

    /// As in a copy of the database beside which the keys are not: nothing is shown, and nothing breaks.
    @Test func withoutTheKeyThereAreNoTexts() async throws {
        try await World.run { world in
            let cast = try await cast(world)
            let told = try await story(world, cast)
            try await world.pool.withConnection { _ = try await $0.execute("UPDATE person_keys SET wrapped_key = NULL, master_key_id = NULL, erased_at = now()") }
            let others = World.keys()
            let record = try await world.pool.withConnection { try await $0.appointment(told.open, others) }
            #expect(record?.title == "" && record?.description == nil)
        }
    }
}
