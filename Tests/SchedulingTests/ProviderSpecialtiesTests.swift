import CareModels
import Foundation
import Postgres
import ServiceTestKit
import Testing

@testable import SchedulingService

/// Providers practise several things, and are found by each of them.
@Suite struct ProviderSpecialtiesTests {
    struct Card: Decodable, Sendable {
        struct Practised: Decodable, Equatable, Sendable {
            var name: String
            var code: String?
        }

        var fullName: String?
        var specialty: String?
        var specialtyCode: String?
        var specialties: [Practised]?
    }

    private static let week = "from=2026-07-06T00:00:00Z&to=2026-07-11T00:00:00Z&limit=200"

    /// Who is listed under a specialty, page by page, and whose slots are; both are the same.
    private static func found(_ world: World, _ specialty: String, _ caller: World.Person, limit: Int = 50) async throws -> [String?] {
        var (names, after) = ([String?](), "")
        while true {
            let page = try await world.get("/providers?specialty=\(specialty)&limit=\(limit)\(after)", caller).decode(PageBody<Card>.self)
            names += page.items.map(\.fullName)
            guard let cursor = page.nextCursor else { return names }
            after = "&after=\(cursor)"
        }
    }

    private static func free(_ world: World, _ specialty: String, _ caller: World.Person) async throws -> [String?] {
        let path = "/providers/availability/\(specialty)?\(week)"
        var items: [String?] = []
        var after = ""
        while true {
            let page = try await world.get(path + after, caller).decode(PageBody<ProviderRouteTests.SpecialtyItem>.self)
            // An answer may end in the midst of a provider, who then comes again.
            let names = page.items.map(\.provider.fullName)
            items += names.first == items.last ? names.dropFirst() : names[...]
            guard let cursor = page.nextCursor else { return items }
            after = "&after=\(cursor)"
        }
    }

    private static func project(_ world: World, _ event: UserUpdated) async throws {
        try await world.pool.transaction { _ = try await ProjectPerson()(PublicProfile(event), $0) }
    }

    private static func updated(_ id: UserID, _ version: Int, _ specialties: [String]?, main: String? = nil) -> UserUpdated {
        UserUpdated(
            userId: id, version: version, username: "user", role: .provider, title: nil, fullName: "Amara Okafor", avatarUrl: nil,
            specialty: main ?? specialties?.first, specialties: specialties, practice: nil, languages: nil, timeZone: "America/Winnipeg",
            updatedAt: Date(epochSeconds: 0))
    }

    @Test func providersAreFoundByEachOfTheirs() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            let zoe = try await world.openProvider(fullName: "Zoe", specialties: ["Cardiologist", "podiatry", "Aerospace"])
            _ = try await world.openProvider(fullName: "Bea", specialties: ["podiatrist", "cardiology"])
            _ = try await world.openProvider(fullName: "Ann", specialty: "podiatry")
            _ = try await world.openProvider(fullName: "Cem", specialty: "cardiology")
            for asked in ["cardiology", "CARDIOLOGUE", "394579002"] {
                for limit in [1, 50] { #expect(try await Self.found(world, asked, patient, limit: limit) == ["Bea", "Cem", "Zoe"], "\(asked)") }
                #expect(try await Self.free(world, asked, patient) == ["Bea", "Cem", "Zoe"], "\(asked)")
            }
            #expect(try await Self.found(world, "podiatry", patient, limit: 2) == ["Ann", "Bea", "Zoe"])
            #expect(try await Self.free(world, "podiatry", patient) == ["Ann", "Bea", "Zoe"])
            #expect(try await Self.found(world, "a%C3%ABrospace", patient) == ["Zoe"])
            #expect(try await Self.free(world, "aerospace", patient) == ["Zoe"])
            #expect(try await Self.found(world, "surgery", patient) == [])
            // With words of a name, too.
            #expect(try await Self.found(world, "podiatry&q=z", patient) == ["Zoe"])
            #expect(try await Self.found(world, "aerospace&q=b", patient) == [])
            let card = try await world.get("/providers/\(zoe.id)", patient).decode(Card.self)
            #expect(card.specialty == "Cardiologist" && card.specialtyCode == "394579002")
            let practised = [("Cardiologist", "394579002"), ("podiatry", "722166003"), ("Aerospace", nil)] as [(String, String?)]
            #expect(card.specialties == practised.map { Card.Practised(name: $0.0, code: $0.1) })
        }
    }

    /// Whatever comes late or twice, and a version that was missed: the newest holds.
    @Test func theNewestEventSaysAllThatTheyPractise() async throws {
        try await World.run { world in
            let (id, patient) = (UserID(.v7()), try await world.person(.patient))
            func found() async throws -> [String] {
                var known: [String] = []
                for each in ["cardiology", "podiatry", "surgery", "dermatology"] {
                    if try await Self.found(world, each, patient) == ["Amara Okafor"] { known.append(each) }
                }
                return known
            }
            try await Self.project(world, Self.updated(id, 2, ["cardiology", "podiatry"]))
            #expect(try await found() == ["cardiology", "podiatry"])
            try await Self.project(world, Self.updated(id, 5, ["surgery", "podiatry"]))
            #expect(try await found() == ["podiatry", "surgery"])
            for late in [Self.updated(id, 3, ["dermatology", "cardiology"]), Self.updated(id, 5, ["dermatology"]), Self.updated(id, 1, nil, main: "cardiology")] {
                try await Self.project(world, late)
                #expect(try await found() == ["podiatry", "surgery"])
            }
            // Of a release that knows one alone.
            try await Self.project(world, Self.updated(id, 6, nil, main: "dermatology"))
            #expect(try await found() == ["dermatology"])
            let card = try await world.get("/providers/\(id)", patient).decode(Card.self)
            #expect(card.specialties == [Card.Practised(name: "dermatology", code: "394582007")])
            #expect(try await world.count("SELECT count(*) FROM provider_specialties") == 1)
        }
    }

    @Test func whatIsBookedStaysWhenASpecialtyGoes() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            let provider = try await world.openProvider(fullName: "Amara Okafor", specialties: ["cardiology", "podiatry"])
            let booked = try await world.book(provider, patient, at: "2026-07-03T14:00:00Z").appointment
            try await Self.project(world, Self.updated(provider.id, 2, ["cardiology"]))
            #expect(try await Self.free(world, "podiatry", patient) == [])
            let kept = try await world.get("/appointments/\(booked.id)", patient).appointment
            #expect(kept.status == .booked && kept.version == booked.version && kept.startTime == booked.startTime)
            #expect(try await world.move(booked.id, patient, to: "2026-07-03T15:00:00Z").status == 200)
        }
    }

    @Test func nobodyWhoWasErasedOrIsNotVerifiedIsFound() async throws {
        try await World.run { world in
            let (id, patient) = (UserID(.v7()), try await world.person(.patient))
            var event = Self.updated(id, 1, ["cardiology", "podiatry"])
            event.verified = false
            try await Self.project(world, event)
            #expect(try await Self.found(world, "podiatry", patient) == [])
            (event.version, event.verified) = (2, true)
            try await Self.project(world, event)
            #expect(try await Self.found(world, "podiatry", patient) == ["Amara Okafor"])
            let erased = UserDeleted(userId: id, version: 3, deletedAt: world.dependencies.now())
            try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
            #expect(try await Self.found(world, "podiatry", patient) == [])
            #expect(try await world.count("SELECT count(*) FROM provider_specialties") == 0)
            #expect(try await world.count("SELECT count(*) FROM people WHERE other_specialties <> '{}' OR search_other_specialties <> '{}'") == 0)
        }
    }

    /// The release before writes the main one alone, and empties what it knows when it erases somebody.
    @Test func whatTheReleaseBeforeWritesIsFoundToo() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            let provider = try await world.person(.provider, fullName: "Amara Okafor", specialties: ["cardiology", "podiatry"])
            func before(_ change: SQL) async throws {
                try await world.pool.withConnection { connection in
                    _ = try await connection.execute("UPDATE people SET \(change), version = version + 1, search_version = version + 1 WHERE user_id = \(provider.id)")
                }
            }
            try await before("specialty = 'Surgeon', search_specialty = 'general surgery', full_name = 'Amara Diallo', search_name = 'amara diallo'")
            for each in ["surgery", "podiatry"] { #expect(try await Self.found(world, each, patient) == ["Amara Diallo"], "\(each)") }
            #expect(try await Self.found(world, "cardiology", patient) == [])
            // One of the others as the main one is there once.
            try await before("specialty = 'Podiatrist', search_specialty = 'podiatry'")
            #expect(try await Self.found(world, "podiatry", patient) == ["Amara Diallo"])
            let card = try await world.get("/providers/\(provider.id)", patient).decode(Card.self)
            #expect(card.specialties?.map(\.name) == ["Podiatrist"])
            try await before("role = NULL, specialty = NULL, search_specialty = NULL, full_name = NULL, search_name = NULL, username = NULL, erased_at = now()")
            #expect(try await world.count("SELECT count(*) FROM provider_specialties") == 0)
            #expect(try await world.count("SELECT count(*) FROM people WHERE other_specialties <> '{}' OR search_other_specialties <> '{}'") == 0)
        }
    }

    @Test func thoseOfBeforeAreFoundFromTheMigrationOn() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            _ = try await world.person(.provider, fullName: "Amara Okafor", specialty: "Cardiologue")
            _ = try await world.person(.provider, fullName: "Of nothing")
            try await world.pool.withConnection { connection in
                try await connection.script(
                    """
                    DROP TRIGGER keep_provider_specialties ON people;
                    DROP FUNCTION keep_provider_specialties;
                    DROP TABLE provider_specialties;
                    ALTER TABLE people DROP COLUMN other_specialties, DROP COLUMN search_other_specialties;
                    """)
                let migration = try #require(migrations.first { $0.name == "v020_specialties" })
                try await connection.script(String(decoding: migration.sql, as: UTF8.self))
            }
            #expect(try await Self.found(world, "cardiology", patient) == ["Amara Okafor"])
            _ = try await world.person(.provider, fullName: "Bea Cole", specialties: ["podiatry", "cardiology"])
            #expect(try await Self.found(world, "cardiology", patient) == ["Amara Okafor", "Bea Cole"])
        }
    }

    /// That a specialty's providers are a range of the index, in the order of their names, among 5,000 who have it and as many others.
    @Test func searchesWalkTheirIndex() async throws {
        try await World.run { world in
            try await world.pool.withConnection { connection in
                try await connection.script(
                    """
                    INSERT INTO people (user_id, version, role, username, specialty, other_specialties, search_other_specialties)
                    SELECT gen_random_uuid(), 1, 'provider', 'b' || n, 'main', CASE n % 2 WHEN 0 THEN '{other}' ELSE '{}' END::text[],
                        CASE n % 2 WHEN 0 THEN '{other}' ELSE '{}' END::text[]
                    FROM generate_series(1, 10000) AS n;
                    INSERT INTO calendars (provider_id, slot_minutes, buffer_before, buffer_after, minimum_notice, cancel_notice, reschedule_notice,
                        booking_window_days, weekly)
                    SELECT user_id, 30, 0, 0, 60, 0, 0, 365, '{0,540,600}' FROM people;
                    ANALYZE people;
                    ANALYZE calendars;
                    ANALYZE provider_specialties;
                    """)
            }
            let after = NameCursor<User>("b5", UserID(.v7()))
            let range = Interval(start: 1_783_296_000, end: 1_783_728_000)
            let cards: SQL = "EXPLAIN \(ProviderCard.selection(specialty: "other", words: [], after: after, limit: 51))"
            let place = ProviderPlace(cursor: after, after: nil)
            let slots: SQL = "EXPLAIN \(BookableCalendar.selection(specialty: "other", range, from: place, limit: ShowSpecialtySlots.batch))"
            for sql in [cards, slots] {
                let plan = try await world.pool.withConnection { connection in
                    try await connection.query(sql).map { row -> String in try row[0] }.joined(separator: "\n")
                }
                #expect(plan.contains("using provider_specialties_pkey") && plan.contains("people_pkey"), "\(plan)")
                #expect(!plan.contains("Sort") && !plan.contains("Seq Scan on people") && !plan.contains("Seq Scan on calendars"), "\(plan)")
            }
        }
    }
}
