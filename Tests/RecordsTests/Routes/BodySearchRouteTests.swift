import CareModels
import FHIR
import Foundation
import HTTP
import JSON
import Postgres
import ServiceTestKit
import Testing

@testable import RecordsService

/// What resources have to be opened for: `_text`, `_content`, `near` and `:of-type`. What counts as a word, and what is near, is in FHIR's own tests.
@Suite(.timeLimit(.minutes(5))) struct BodySearchRouteTests {
    private static func put(_ world: World, _ person: World.Person, _ type: String, _ id: String, _ members: String, in release: String = "r4") async throws {
        let body = #"{"resourceType":"\#(type)","id":"\#(id)",\#(members)}"#
        let answer = try await world.send(.PUT, "/fhir/\(release)/\(type)/\(id)", person, body)
        #expect(answer.status == 201, "\(answer.text)")
    }

    private static func text(_ words: String) -> String {
        #""text":{"status":"generated","div":"<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>\#(words)</p></div>"}"#
    }

    /// Two patients, and observations of them whose narratives say something else than they themselves.
    private static func fill(_ world: World, _ person: World.Person, in release: String = "r4") async throws {
        try await put(world, person, "Patient", "amara", #"\#(text("Blood donor")),"name":[{"family":"Okafor"}]"#, in: release)
        try await put(world, person, "Patient", "bela", #"\#(text("Shy")),"name":[{"family":"Bartók"}],"contact":[{"name":{"family":"Okafor"}}]"#, in: release)
        for (id, subject, words) in [("one", "amara", "Bla<b>ck</b>out"), ("two", "amara", "Fièvre &amp; toux"), ("three", "bela", "Toux")] {
            let code = #""code":{"text":"\#(id == "three" ? "Blackout" : "Cough")"}"#
            try await put(
                world, person, "Observation", id,
                #"\#(text(words)),"status":"final",\#(code),"subject":{"reference":"Patient/\#(subject)"},"effectiveDateTime":"2026-03-0\#(id.utf8.count)""#,
                in: release)
        }
    }

    @Test(arguments: ["r4", "stu3"]) func byWords(_ release: String) async throws {
        try await World.run { world in
            let person = try world.patient()
            try await Self.fill(world, person, in: release)
            func found(_ path: String) async throws -> Set<String> {
                Set(try await world.get("/fhir/\(release)\(path.hasPrefix("?") ? "" : "/")\(path)", person).found())
            }
            #expect(try await found("Observation?_text=blackout") == ["one"])
            #expect(try await found("Observation?_content=BLACK") == ["one", "three"])
            #expect(try await found("Observation?_text=toux") == ["two", "three"])
            #expect(try await found("Observation?_text=toux%20fievre") == ["two"])
            #expect(try await found("Observation?_text=fi%C3%A8vre,blackout") == ["one", "two"])
            #expect(try await found("Observation?_text=toux&_content=cough") == ["two"])
            #expect(try await found("Observation?_text=toux&status=final&subject=Patient/bela") == ["three"])
            #expect(try await found("Observation?_text=div") == [])
            #expect(try await found("?_type=Patient,Observation&_content=okafor") == ["amara", "bela"])
            #expect(try await found("?_text=blood,blackout") == ["amara", "one"])
            #expect(try await found("Patient/amara/Observation?_text=toux") == ["two"])
            // Behind references, both ways.
            #expect(try await found("Observation?subject:Patient._text=donor") == ["one", "two"])
            #expect(try await found("Observation?subject:Patient._content=okafor&_text=toux") == ["two", "three"])
            #expect(try await found("Patient?_has:Observation:subject:_text=toux") == ["amara", "bela"])
            #expect(try await found("Patient?_has:Observation:subject:_content=cough&_text=donor") == ["amara"])
            // Counted, sorted and paged like any other.
            #expect(try await world.get("/fhir/\(release)/Observation?_text=toux&_summary=count", person).json["total"]?.number == 2)
            #expect(try await world.get("/fhir/\(release)/Observation?_content=final&_sort=-date", person).found() == ["three", "two", "one"])
            var path = "/fhir/\(release)/Observation?_content=final&_count=1&_total=none"
            var pages: [String] = []
            for _ in 0..<5 {
                let answer = try await world.get(path, person)
                pages += try answer.found()
                guard let next = try answer.json["link"]?.children.first(where: { $0["relation"]?.string == "next" })?["url"]?.string else { break }
                path = next.replacingOccurrences(of: "http://care.test", with: "")
            }
            #expect(pages == ["three", "two", "one"])
            let form = try await world.send(
                .POST, "/fhir/\(release)/Observation/_search", person, Array("_text=fi%C3%A8vre".utf8), type: "application/x-www-form-urlencoded")
            #expect(try form.found() == ["two"])
            // What is written is found at once, and no more when it is gone.
            let changed = try await world.send(
                .PUT, "/fhir/\(release)/Observation/one", person, #"{"resourceType":"Observation","id":"one","status":"final","code":{"text":"Well"}}"#)
            #expect(changed.status == 200)
            #expect(try await found("Observation?_text=blackout") == [])
            #expect(try await found("Observation?_content=well") == ["one"])
            #expect(try await world.send(.DELETE, "/fhir/\(release)/Observation/one", person).status == 204)
            #expect(try await found("Observation?_content=well") == [])
            for query in ["_text=,", "_text=%2D", "_text:exact=a", "_content:missing=true", "_sort=_text"] {
                #expect(try await world.get("/fhir/\(release)/Observation?\(query)", person).status == 400, "\(query)")
            }
        }
    }

    /// As `CARE_RECORDS_SEARCH_CACHE` has no room for any, too.
    @Test func personsWithoutAnIndexInMemory() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await Self.fill(world, person)
            let dependencies = world.dependencies
            let reading = SearchReading(release: .r4, base: dependencies.urls(.r4).base, now: dependencies.now())
            func found(_ text: String, _ budget: Budget) async throws -> [String] {
                let permissions = RecordPermissions(scopes: ["records:read"], contexts: [.user])
                let find = FindResources(
                    indexes: PersonIndexes(capacity: 1), release: .r4, base: dependencies.urls(.r4).base, permissions: permissions, budget: budget)
                let query = try reading.query(try QueryParameters.list(text.utf8), .type("Observation"))
                return try await world.pool.read(of: person.id, dependencies.keys) { key, connection in try await find(query, key, connection) }?.page.map(\.id) ?? []
            }
            #expect(try await found("_text=toux", Budget()) == ["three", "two"])
            #expect(try await found("subject:Patient._text=donor&_content=cough", Budget()) == ["two", "one"])
            await #expect(throws: ResourceFault.self) { try await found("_text=toux", Budget(searches: 0)) }
            await #expect(throws: ResourceFault.self) { try await found("status=final&_sort=date", Budget(searches: 0)) }
        }
    }

    /// More than a search may open is refused as such, and says what helps.
    @Test func tooMuchToOpenIsRefused() async throws {
        try await World.run { world in
            let person = try world.patient()
            let filler = String(repeating: "AAAA", count: 875_000)
            for number in 0..<6 {
                let members = #""extension":[{"url":"urn:x","valueBase64Binary":"\#(filler)"}],"status":"final","code":{"text":"x"}"#
                try await Self.put(world, person, "Observation", "long-\(number)", members)
            }
            // Each is read for two conditions.
            let refused = try await world.get("/fhir/r4/Observation?_content=nothing&_content=absent", person)
            #expect(refused.status == 413, "\(refused.text.prefix(300))")
            #expect(try refused.issue["code"]?.string == "too-costly")
            #expect(try await world.get("/fhir/r4/Observation?_content=nothing&_content=absent&_id=long-1,long-2", person).found() == [])
            #expect(try await world.get("/fhir/r4/Observation?_content=final&_elements=status&_count=2", person).found() == ["long-5", "long-4"])
        }
    }

    @Test func whatIsOutOfReachIsNotOpened() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await Self.fill(world, person)
            let narrow = World.Person(id: person.id, token: try World.token(person.id, .patient, scope: "user/Observation.rs user/Binary.rs"))
            #expect(try await world.get("/fhir/r4/Observation?_content=amara", narrow).found() == ["two", "one"])
            #expect(try await world.get("/fhir/r4/Observation?subject:Patient._content=okafor", narrow).found() == [])
            #expect(try await world.get("/fhir/r4/Patient?_content=okafor", narrow).status == 403)
            #expect(try await world.get("/fhir/r4?_content=okafor", narrow).found() == [])
            // What stands under another resource's rules is not there to be counted on either.
            for (id, context) in [("closed", #","securityContext":{"reference":"Patient/amara"}"#), ("open", "")] {
                try await Self.put(world, person, "Binary", id, #""meta":{"tag":[{"display":"marked"}]},"contentType":"text/plain","data":"YQ=="\#(context)"#)
            }
            let both = try await world.get("/fhir/r4/Binary?_content=marked&_count=1", person)
            #expect(try both.json["total"]?.number == 2)
            let one = try await world.get("/fhir/r4/Binary?_content=marked&_count=1", narrow)
            #expect(try one.found() == ["open"] && !(one.json["link"]?.children.contains { $0["relation"]?.string == "next" } ?? false), "\(one.text)")
        }
    }

    @Test func acrossPersons() async throws {
        try await World.run { world in
            let persons = [try world.patient(), try world.patient(), try world.patient()].sorted { $0.id < $1.id }
            for person in persons.prefix(2) { try await Self.fill(world, person) }
            let machine = try world.machine()
            let answer = try await world.get("/fhir/r4/Observation?_text=toux&_count=3", machine)
            #expect(try answer.found() == ["three", "two", "three"])
            let next = try #require(try answer.json["link"]?.children.first { $0["relation"]?.string == "next" }?["url"]?.string)
            #expect(try await world.get(next.replacingOccurrences(of: "http://care.test", with: ""), machine).found() == ["two"])
            #expect(try await world.get("/fhir/r4/Observation?_text=toux&_summary=count", machine).json["total"]?.number == 4)
            #expect(try await world.get("/fhir/r4/Observation?_text=toux", machine, headers: World.of(persons[2])).found() == [])
            let provider = try await world.provider()
            #expect(try await world.get("/fhir/r4/Observation?_text=toux", provider).found() == [])
            _ = try await world.consent(persons[1], to: "Practitioner/\(provider.id)")
            #expect(try await world.get("/fhir/r4/Observation?_text=toux", provider).found() == ["three", "two"])
        }
    }

    @Test func aWriteAndABatchMayHangOnIt() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await Self.fill(world, person)
            let body = #"{"resourceType":"Observation","status":"final","code":{"text":"Cough"}}"#
            let there = try await world.send(.POST, "/fhir/r4/Observation", person, body, headers: ["If-None-Exist": "_text=fievre"])
            #expect(there.status == 200 && there.id == "two")
            #expect(try await world.send(.POST, "/fhir/r4/Observation", person, body, headers: ["If-None-Exist": "_text=nowhere"]).status == 201)
            let batch = #"{"resourceType":"Bundle","type":"batch","entry":[{"request":{"method":"GET","url":"Observation?_text=fievre"}}]}"#
            let entry = try await world.send(.POST, "/fhir/r4", person, batch).json["entry"]?.children.first { _ in true }
            #expect(entry?["resource"]?["total"]?.number == 1)
            // A filter of a subscription is asked of every change, by its index.
            let filter = #"{"url":"http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-filter-criteria","valueString":"Observation?_text=toux"}"#
            let subscription = """
                {"resourceType":"Subscription","status":"requested","reason":"x","criteria":"https://careline.example/fhir/SubscriptionTopic/resource-changed",
                "_criteria":{"extension":[\(filter)]},"channel":{"type":"websocket"}}
                """
            #expect(try await world.send(.POST, "/fhir/r4/Subscription", person, subscription).status == 400)
        }
    }

    @Test func byTheTypeOfAnIdentifier() async throws {
        try await World.run { world in
            let person = try world.patient()
            let types = "http://terminology.hl7.org/CodeSystem/v2-0203"
            for (id, code, value) in [("record", "MR", "12345"), ("licence", "DL", "12345"), ("another", "MR", "54321")] {
                let identifier = #"{"type":{"coding":[{"system":"\#(types)","code":"\#(code)"}]},"value":"\#(value)"}"#
                try await Self.put(world, person, "Patient", id, #""identifier":[\#(identifier)]"#)
            }
            try await Self.put(
                world, person, "Observation", "one", #""status":"final","code":{"text":"Cough"},"subject":{"reference":"Patient/record"}"#)
            func found(_ path: String) async throws -> Set<String> { Set(try await world.get("/fhir/r4/\(path)", person).found()) }
            #expect(try await found("Patient?identifier:of-type=\(types)%7CMR%7C12345") == ["record"])
            #expect(try await found("Patient?identifier:of-type=\(types)%7CMR%7C12345,\(types)%7CDL%7C12345") == ["record", "licence"])
            #expect(try await found("Patient?identifier:of-type=\(types)%7CDL%7C54321") == [])
            #expect(try await found("Patient?identifier=12345") == ["record", "licence"])
            #expect(try await found("Observation?subject:Patient.identifier:of-type=\(types)%7CMR%7C12345") == ["one"])
            #expect(try await found("Observation?subject:Patient.identifier:of-type=\(types)%7CDL%7C12345") == [])
            let there = try await world.send(
                .POST, "/fhir/r4/Patient", person, #"{"resourceType":"Patient"}"#, headers: ["If-None-Exist": "identifier:of-type=\(types)%7CMR%7C54321"])
            #expect(there.status == 200 && there.id == "another")
            let half = try await world.get("/fhir/r4/Patient?identifier:of-type=MR%7C12345", person)
            #expect(half.status == 400 && half.text.contains("identifier:of-type"))
            #expect(try await world.get("/fhir/stu3/Patient?identifier:of-type=\(types)%7CMR%7C12345", person).status == 400)
        }
    }

    // MARK: Near

    private static let places = [("paris", "48.8566", "2.3522"), ("london", "51.5074", "-0.1278"), ("suva", "-18.1416", "178.4419"), ("apia", "-13.8333", "-171.7667")]

    @Test func nearOfR4() async throws {
        try await World.run { world in
            let person = try world.patient()
            for (id, latitude, longitude) in Self.places {
                try await Self.put(world, person, "Location", id, #""name":"\#(id)","position":{"latitude":\#(latitude),"longitude":\#(longitude)}"#)
            }
            try await Self.put(world, person, "Location", "nowhere", #""name":"nowhere""#)
            try await Self.put(
                world, person, "Encounter", "visit", #""status":"finished","class":{"code":"AMB"},"location":[{"location":{"reference":"Location/london"}}]"#)
            func found(_ path: String) async throws -> Set<String> { Set(try await world.get("/fhir/r4/\(path)", person).found()) }
            #expect(try await found("Location?near=48.86%7C2.35") == ["paris"])
            #expect(try await found("Location?near=48.86%7C2.35%7C350%7Ckm") == ["paris", "london"])
            #expect(try await found("Location?near=48.86%7C2.35%7C200%7C%5Bmi_i%5D") == ["paris"])
            #expect(try await found("Location?near=-18%7C180%7C1200%7Ckm") == ["suva", "apia"])
            #expect(try await found("Location?near=48.86%7C2.35%7C350%7Ckm&name=lon") == ["london"])
            #expect(try await found("Location?near=48.86%7C2.35,51.5%7C0") == ["paris", "london"])
            #expect(try await found("Encounter?location.near=51.5%7C0%7C20%7Ckm") == ["visit"])
            #expect(try await found("Encounter?location.near=48.86%7C2.35") == [])
            for value in ["48.86", "91%7C0", "0%7C181", "0%7C0%7C-1%7Ckm", "0%7C0%7C1%7Cparsec", "x%7Cy"] {
                let answer = try await world.get("/fhir/r4/Location?near=\(value)", person)
                #expect(answer.status == 400 && answer.text.contains("near"), "\(value) \(answer.text)")
            }
            for query in ["Location?near-distance=5", "Patient?near=1%7C1", "Location?near:missing=true&_sort=near"] {
                #expect(try await world.get("/fhir/r4/\(query)", person).status == 400, "\(query)")
            }
        }
    }

    @Test func nearOfSTU3() async throws {
        try await World.run { world in
            let person = try world.patient()
            for (id, latitude, longitude) in Self.places {
                try await Self.put(world, person, "Location", id, #""position":{"latitude":\#(latitude),"longitude":\#(longitude)}"#, in: "stu3")
            }
            func found(_ query: String) async throws -> Set<String> { Set(try await world.get("/fhir/stu3/Location?\(query)", person).found()) }
            #expect(try await found("near=48.86:2.35") == ["paris"])
            #expect(try await found("near=48.86:2.35&near-distance=350%7Chttp://unitsofmeasure.org%7Ckm") == ["paris", "london"])
            #expect(try await found("near-distance=200%7C%7C%5Bmi_i%5D&near=48.86:2.35") == ["paris"])
            let alone = try await world.get("/fhir/stu3/Location?near-distance=5", person)
            #expect(alone.status == 400 && alone.text.contains("near-distance"))
            let wrong = try await world.get("/fhir/stu3/Location?near=91:0&near-distance=5", person)
            #expect(wrong.status == 400 && !wrong.text.contains("near-distance"), "\(wrong.text)")
            for query in ["near=48.86%7C2.35", "near=0:0&near-distance=x", "_sort=near", "near:not=0:0"] {
                #expect(try await world.get("/fhir/stu3/Location?\(query)", person).status == 400, "\(query)")
            }
        }
    }
}
