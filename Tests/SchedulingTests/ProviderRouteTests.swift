import CareModels
import Foundation
import Outbox
import Postgres
import ServiceTestKit
import Testing

@testable import SchedulingService

@Suite struct ProviderRouteTests {
    struct Card: Decodable, Sendable {
        var id: UserID
        var title: String?
        var fullName: String?
        var specialty: String?
        var practice: String?
        var languages: [String]?
        var timeZone: String?
    }

    struct Availability: Decodable, Sendable {
        struct Weekly: Decodable, Sendable {
            var weekday: String
            var start: String
            var end: String
        }

        var version: Int
        var timeZone: String
        var weekly: [Weekly]
        var slotMinutes: Int
        var dailyLimit: Int?
    }

    struct SpecialtyItem: Decodable, Sendable {
        struct Provider: Decodable, Sendable {
            var providerId: UserID
            var fullName: String?
        }

        var provider: Provider
        var slots: [SlotItem]
    }

    private func cards(_ world: World, _ path: String, _ caller: World.Person) async throws -> [String?] {
        try await world.get(path, caller).decode(PageBody<Card>.self).items.map(\.fullName)
    }

    @Test func providersAreFoundByNameAndSpecialty() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient, fullName: "Aaron Patient")
            for (name, specialty) in [("Zoe Young", "cardiology"), ("amy adams", "Cardiology"), ("Bea Cole", "dermatology"), ("Ben_% Odd", nil)] {
                _ = try await world.person(.provider, fullName: name, specialty: specialty)
            }
            #expect(try await cards(world, "/providers", patient) == ["amy adams", "Bea Cole", "Ben_% Odd", "Zoe Young"])
            #expect(try await cards(world, "/providers?specialty=CARDIOLOGY", patient) == ["amy adams", "Zoe Young"])
            #expect(try await cards(world, "/providers?q=be", patient) == ["Bea Cole", "Ben_% Odd"])
            #expect(try await cards(world, "/providers?q=ben_%25", patient) == ["Ben_% Odd"])
            #expect(try await cards(world, "/providers?q=a&specialty=cardiology", patient) == ["amy adams"])
            let first = try await world.get("/providers?limit=3", patient).decode(PageBody<Card>.self)
            let cursor = try #require(first.nextCursor)
            #expect(try await cards(world, "/providers?limit=3&after=\(cursor)", patient) == ["Zoe Young"])
            #expect(try await world.get("/providers", nil).status == 401)

            let card = try await world.get("/providers/\(first.items[1].id)", patient)
            #expect(card.headers.first(name: "etag") == "\"1\"")
            #expect(try card.decode(Card.self).specialty == "dermatology")
            #expect(try await world.get("/providers/\(patient.id)", patient).status == 404)
        }
    }

    @Test func spellingsOfANameFindIt() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            for (name, specialty) in [("José Álvarez", "Cardiología"), ("E\u{301}mile Zola", "cardiologia"), ("Fritz Groß", nil)] {
                _ = try await world.person(.provider, fullName: name, specialty: specialty)
            }
            func found(_ query: String) async throws -> [String?] { try await cards(world, "/providers?\(query)", patient) }
            for spelling in ["jose", "JOS%C3%89", "Jose%CC%81", "%20jos%C3%A9%20%20alv"] { #expect(try await found("q=\(spelling)") == ["José Álvarez"], "\(spelling)") }
            for spelling in ["%C3%89MILE", "emile", "e%CC%81m"] { #expect(try await found("q=\(spelling)") == ["E\u{301}mile Zola"], "\(spelling)") }
            #expect(try await found("q=fritz%20GROSS") == ["Fritz Groß"])
            #expect(try await found("specialty=CARDIOLOGI%CC%81A") == ["E\u{301}mile Zola", "José Álvarez"])
            #expect(try await world.get("/providers/availability/cardiologia", patient).status == 200)
            // By folded names, "É" beside "E".
            #expect(try await found("limit=200") == ["E\u{301}mile Zola", "Fritz Groß", "José Álvarez"])
        }
    }

    @Test func anyWordOfANameFindsIt() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            for name in ["Amara Okafor", "Zoë van der Berg-Okafor", "Okan O’Neill", "Amara Diallo"] { _ = try await world.person(.provider, fullName: name) }
            func found(_ query: String) async throws -> [String?] { try await cards(world, "/providers?\(query)", patient) }
            #expect(try await found("q=Okafor") == ["Amara Okafor", "Zoë van der Berg-Okafor"])
            // By code points: 51 characters may be 102 of them.
            let marked = String(repeating: "q%CC%81", count: 51)
            for query in ["q", "specialty"] { #expect(try await world.get("/providers?\(query)=\(marked)", patient).problem.fieldNames == [query]) }
            #expect(try await found("q=oka") == ["Amara Okafor", "Okan O’Neill", "Zoë van der Berg-Okafor"])
            #expect(try await found("q=okafor%20am") == ["Amara Okafor"])
            #expect(try await found("q=der%20ZOE") == ["Zoë van der Berg-Okafor"])
            for spelling in ["neill", "O'Neill", "oneill"] { #expect(try await found("q=\(spelling)") == ["Okan O’Neill"], "\(spelling)") }
            #expect(try await found("q=kafor") == [])
            // Nothing of what is typed is the search's own language.
            for typed in ["oka%27", "%5C", "oka%5C%27%3A*", "oka%20%7C%20amara", "%21oka", "%3A*", "oka%3AB"] { #expect(try await found("q=\(typed)") == [], "\(typed)") }
            let first = try await world.get("/providers?q=oka&limit=2", patient).decode(PageBody<Card>.self)
            #expect(first.items.map(\.fullName) == ["Amara Okafor", "Okan O’Neill"])
            let cursor = try #require(first.nextCursor)
            #expect(try await found("q=oka&limit=2&after=\(cursor)") == ["Zoë van der Berg-Okafor"])

            let username = try await world.pool.withConnection { connection in
                try await connection.query("SELECT username FROM people WHERE full_name = 'Amara Diallo'").map { try $0["username"] as String }
            }
            #expect(try await found("q=\(username[0].uppercased())") == ["Amara Diallo"])
        }
    }

    /// The release before writes what it knows of folded names, and leaves the words of whom it renames or erases.
    @Test func namesAreFoldedAfterwards() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            let (new, renamed, gone) = (
                try await world.person(.provider, fullName: "José", specialty: "Cardiologist"), try await world.person(.provider, fullName: "Ann Smith"),
                try await world.person(.provider, fullName: "Gone")
            )
            try await world.pool.withConnection { connection in
                for change: SQL in [
                    "search_words = NULL, search_version = -1, search_specialty = 'cardiologist' WHERE user_id = \(new.id)",
                    "full_name = 'Ann Jones', search_name = 'ann jones', version = version + 1 WHERE user_id = \(renamed.id)",
                    "full_name = NULL, username = NULL, search_name = NULL, erased_at = now(), version = version + 1 WHERE user_id = \(gone.id)"
                ] { _ = try await connection.execute("UPDATE people SET \(change)") }
            }
            #expect(try await cards(world, "/providers?q=jose", patient) == [])
            #expect(try await world.pool.transaction { try await FoldNames.people($0) } == false)
            #expect(try await cards(world, "/providers?q=jose&specialty=cardiology", patient) == ["José"])
            #expect(try await cards(world, "/providers?q=jones", patient) == ["Ann Jones"])
            #expect(try await cards(world, "/providers?q=smith", patient) == [])
            #expect(try await world.count("SELECT count(*) FROM people WHERE user_id = \(gone.id) AND search_words IS NULL AND search_name IS NULL") == 1)
            #expect(try await world.count("SELECT count(*) FROM people WHERE search_version <> version") == 0)
        }
    }

    /// Nobody is missing while the sweep has not come to them.
    @Test func thoseOfBeforeAreFoundFromTheMigrationOn() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            _ = try await world.person(.provider, fullName: "Amara  Okafor", specialty: "cardiology")
            try await world.pool.withConnection { connection in
                _ = try await connection.execute("ALTER TABLE people DROP COLUMN search_words, DROP COLUMN search_version")
                let migration = try #require(migrations.first { $0.name == "v004_search_words" })
                try await connection.script(String(decoding: migration.sql, as: UTF8.self))
            }
            #expect(try await cards(world, "/providers?q=okafor&specialty=cardiologist", patient) == ["Amara  Okafor"])
        }
    }

    @Test func aProviderPublishesAndChangesHours() async throws {
        try await World.run { world in
            let provider = try await world.person(.provider)
            let empty = try await world.get("/providers/\(provider.id)/availability", provider)
            #expect(empty.headers.first(name: "etag") == "\"0\"")
            let hours = #"{"weekly": [{"weekday": "monday", "start": "09:00", "end": "12:00"}], "dailyLimit": 5}"#
            let added = try await world.send(.POST, "/providers/availability", provider, hours)
            #expect(added.status == 201)
            let more = #"{"weekly": [{"weekday": "friday", "start": "22:00", "end": "02:00"}], "slotMinutes": 20}"#
            #expect(try await world.send(.POST, "/providers/availability", provider, more).decode(Availability.self).weekly.count == 2)

            let change = #"{"weekly": [{"weekday": "sunday", "start": "00:00", "end": "24:00"}], "dailyLimit": null}"#
            let stale = try await world.send(.PATCH, "/providers/availability", provider, change, headers: ["If-Match": "\"1\""])
            #expect(stale.status == 412)
            let changed = try await world.send(.PATCH, "/providers/availability", provider, change, headers: ["If-Match": "\"2\""])
            #expect(changed.status == 200)
            let read = try await world.get("/providers/\(provider.id)/availability", try await world.person(.patient))
            #expect(read.body == changed.body)
            #expect(read.headers.first(name: "etag") == "\"3\"")
            let availability = try read.decode(Availability.self)
            #expect(availability.weekly.map(\.weekday) == ["sunday"] && availability.weekly.map(\.end) == ["24:00"])
            #expect(availability.slotMinutes == 20 && availability.dailyLimit == nil && availability.timeZone == "America/Winnipeg")
            #expect(try await world.events(of: provider.id.uuid).map(\.version) == [1, 2, 3])
        }
    }

    @Test func faultyHoursAreNamedAndNothingIsKept() async throws {
        try await World.run { world in
            let provider = try await world.person(.provider)
            let body =
                #"{"weekly": [{"weekday": "monday", "start": "09:00", "end": "12:00"}, {"weekday": "moonday", "start": "09:00", "end": "27:00"}], "slotMinutes": 0}"#
            let answer = try await world.send(.POST, "/providers/availability", provider, body)
            #expect(answer.status == 400)
            #expect(try answer.problem.fieldNames == ["slotMinutes", "weekly[1].weekday", "weekly[1].end"])
            #expect(try await world.get("/providers/\(provider.id)/availability", provider).decode(Availability.self).version == 0)
            #expect(try await world.events(of: provider.id.uuid).isEmpty)
        }
    }

    @Test func onlyProvidersPublishHours() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            #expect(try await world.send(.POST, "/providers/availability", patient, "{}").status == 403)
            #expect(try await world.send(.PATCH, "/providers/availability", patient, "{}").status == 403)
            #expect(try await world.send(.PATCH, "/providers/availability", nil, "{}").status == 401)
            let provider = try await world.person(.provider)
            let limited = World.Person(id: provider.id, token: try World.token(provider.id, .provider, scope: "appointments:write"))
            #expect(try await world.send(.POST, "/providers/availability", limited, "{}").problem.slug == "insufficient-scope")
        }
    }

    /// The token proves who they are; their event may take a moment.
    @Test func aProviderWhoseEventIsLateMayPublishAlready() async throws {
        try await World.run { world in
            let id = UserID(.v7())
            let provider = World.Person(id: id, token: try World.token(id, .provider))
            let added = try await world.send(.POST, "/providers/availability", provider, #"{"weekly": [{"weekday": "monday", "start": "09:00", "end": "12:00"}]}"#)
            #expect(try added.decode(Availability.self).timeZone == "UTC")
            #expect(try await world.get("/providers/\(id)", provider).status == 404)
            let event = UserRegistered(
                userId: id, version: 1, username: "late", role: .provider, fullName: "Late", avatarUrl: nil, specialty: nil,
                timeZone: "America/Winnipeg", registeredAt: Date())
            try await world.pool.transaction { try await ProjectPerson()(PublicProfile(event), $0) }
            #expect(try await world.get("/providers/\(id)", provider).status == 200)
            let read = try await world.get("/providers/\(id)/availability", provider).decode(Availability.self)
            #expect(read.timeZone == "America/Winnipeg" && read.weekly.count == 1)
        }
    }

    @Test func slotsFollowBookings() async throws {
        try await World.run(now: "2026-03-01T12:00:00Z") { world in
            let provider = try await world.openProvider(#", "slotMinutes": 120"#, fullName: "Dr. One", specialty: "Cardiology")
            _ = try await world.openProvider(fullName: "Dr. Two", specialty: "cardiology")
            _ = try await world.person(.provider, fullName: "Dr. Closed", specialty: "cardiology")
            _ = try await world.openProvider(fullName: "Dr. Other", specialty: "dermatology")
            let patient = try await world.person(.patient)
            let path = "/providers/\(provider.id)/slots?from=2026-03-06T00:00:00Z&to=2026-03-10T00:00:00Z"
            func starts() async throws -> [String] {
                try await world.get(path, patient).decode(PageBody<SlotItem>.self).items.map(\.startTime)
            }
            // Friday in standard time, Monday in daylight time.
            let all = [
                "2026-03-06T15:00:00Z", "2026-03-06T17:00:00Z", "2026-03-06T19:00:00Z", "2026-03-06T21:00:00Z",
                "2026-03-09T14:00:00Z", "2026-03-09T16:00:00Z", "2026-03-09T18:00:00Z", "2026-03-09T20:00:00Z"
            ]
            #expect(try await starts() == all)
            let id = try await world.book(provider, patient, at: all[4], minutes: 120).appointment.id
            #expect(try await starts() == all.filter { $0 != all[4] })
            let times = #"{"startTime": "\#(all[5])", "endTime": "\#(all[6])"}"#
            #expect(try await world.send(.PATCH, "/appointments/\(id)", patient, times).status == 200)
            #expect(try await starts() == all.filter { $0 != all[5] })
            #expect(try await world.send(.DELETE, "/appointments/\(id)", patient).status == 200)
            #expect(try await starts() == all)

            let range = "?from=2026-03-06T00:00:00Z&to=2026-03-07T00:00:00Z"
            let found = try await world.get("/providers/availability/cardiology\(range)", patient).decode(PageBody<SpecialtyItem>.self)
            #expect(found.items.map(\.provider.fullName) == ["Dr. One", "Dr. Two"])
            #expect(found.items.map(\.slots.count) == [4, 16])
            #expect(found.items[1].slots[0].endTime == "2026-03-06T15:30:00Z")
            // Dr. Closed comes first by name, and has none.
            let first = try await world.get("/providers/availability/cardiology\(range)&limit=6", patient).decode(PageBody<SpecialtyItem>.self)
            #expect(first.items.map(\.provider.fullName) == ["Dr. One", "Dr. Two"])
            #expect(first.items.map(\.slots.count) == [4, 2])
            let cursor = try #require(first.nextCursor)
            let rest = try await world.get("/providers/availability/cardiology\(range)&limit=20&after=\(cursor)", patient).decode(PageBody<SpecialtyItem>.self)
            #expect(rest.items.map(\.provider.fullName) == ["Dr. Two"])
            #expect(rest.items.map(\.slots.count) == [14])
            #expect(rest.nextCursor == nil)
        }
    }

    @Test func everyFreeSlotIsBookable() async throws {
        try await World.run(now: "2026-10-29T12:00:00Z") { world in
            let settings =
                #", "timeZone": "America/Chicago", "overrides": [{"date": "2026-11-01", "intervals": [{"start": "00:30", "end": "03:00"}]}], "bufferAfterMinutes": 5"#
            let provider = try await world.openProvider(settings)
            let patient = try await world.person(.patient)
            let path = "/providers/\(provider.id)/slots?from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z"
            var booked = 0
            while true {
                let slots = try await world.get(path, patient).decode(PageBody<SlotItem>.self).items
                guard let slot = slots.last else { break }
                #expect(try await world.book(provider, patient, at: slot.startTime).status == 201)
                booked += 1
                if booked > 20 { break }
            }
            // 00:30 to 03:00 lasts three and a half hours that night; with five minutes after each, every other slot remains.
            #expect(booked == 4)
        }
    }

    @Test func rangesAreChecked() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            func faults(_ query: String) async throws -> [String] { try await world.get("/providers/\(provider.id)/slots\(query)", provider).problem.fieldNames }
            #expect(try await faults("?from=yesterday") == ["from"])
            #expect(try await faults("?from=2026-07-02T00:00:00Z&to=2026-07-02T00:00:00Z") == ["to"])
            #expect(try await faults("?from=2026-07-02T00:00:00Z&to=2026-08-03T00:00:00Z") == ["to"])
            #expect(try await faults("?day=1") == ["day"])
            let standard = try await world.get("/providers/\(provider.id)/slots", provider).decode(PageBody<SlotItem>.self)
            #expect(standard.items.first?.startTime == "2026-07-01T14:00:00Z" && standard.items.last?.startTime == "2026-07-03T21:30:00Z")
            #expect(try await world.get("/providers/\(UserID(.v7()))/slots", provider).status == 404)
        }
    }
}
