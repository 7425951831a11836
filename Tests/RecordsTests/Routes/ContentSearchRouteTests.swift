import CareModels
import Foundation
import HTTP
import JSON
import Postgres
import Sealing
import ServiceTestKit
import Testing

@testable import RecordsService

/// Searches by what resources hold. What each parameter means is in FHIR's own tests; here it goes all the way to the database and back.
@Suite(.timeLimit(.minutes(5))) struct ContentSearchRouteTests {
    /// Two patients, an encounter, and a pulse a day from 1 March on, of the first of them from the fifth on.
    private func fill(_ world: World, _ person: World.Person, observations: Int = 10) async throws {
        var entries = [
            put("Patient", "amara", #""name":[{"family":"Okafor","given":["Amara"]}],"birthDate":"1984-02-29","generalPractitioner":[{"reference":"Practitioner/gp"}]"#),
            put("Patient", "bela", #""name":[{"family":"Bartók"}],"identifier":[{"system":"urn:mrn","value":"007"}]"#),
            put("Practitioner", "gp", #""name":[{"family":"Lindqvist"}]"#),
            put("Encounter", "visit", #""status":"finished","class":{"code":"AMB"},"subject":{"reference":"Patient/amara"}"#)
        ]
        for day in 1...observations {
            let subject = day < 5 ? "bela" : "amara"
            entries.append(
                put(
                    "Observation", "pulse-\(day)",
                    #""status":"\#(day == 3 ? "preliminary" : "final")","code":{"coding":[{"system":"http://loinc.org","code":"8867-4","display":"Heart rate"}]},"#
                        + #""subject":{"reference":"Patient/\#(subject)"},"effectiveDateTime":"2026-03-\#(day < 10 ? "0" : "")\#(day)","#
                        + #""valueQuantity":{"value":\#(60 + day),"unit":"bpm","system":"http://unitsofmeasure.org","code":"/min"}"#
                        + (day == 7 ? #","encounter":{"reference":"Encounter/visit"}"# : "")))
        }
        let batch = #"{"resourceType":"Bundle","type":"transaction","entry":[\#(entries.joined(separator: ","))]}"#
        #expect(try await world.send(.POST, "/fhir/r4", person, batch).status == 200)
    }

    private func put(_ type: String, _ id: String, _ members: String) -> String {
        #"{"request":{"method":"PUT","url":"\#(type)/\#(id)"},"resource":{"resourceType":"\#(type)","id":"\#(id)",\#(members)}}"#
    }

    private func ids(_ answer: Answer, mode: String = "match") throws -> [String] { try answer.found(mode) }

    private func days(_ days: Int...) -> [String] { days.map { "pulse-\($0)" } }

    @Test func byValuesChainsAndCompartments() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await fill(world, person)
            func found(_ path: String) async throws -> Set<String> { Set(try ids(try await world.get("/fhir/r4\(path.hasPrefix("?") ? "" : "/")\(path)", person))) }
            #expect(try await found("Observation?code=8867-4&date=ge2026-03-08") == Set(days(8, 9, 10)))
            #expect(try await found("Observation?patient=amara&code=http://loinc.org%7C8867-4&date=lt2026-03-07") == Set(days(5, 6)))
            #expect(try await found("Observation?value-quantity=gt68%7C%7C/min") == Set(days(9, 10)))
            #expect(try await found("Observation?status:not=final") == Set(days(3)))
            #expect(try await found("Observation?status=http://hl7.org/fhir/observation-status%7Cpreliminary") == Set(days(3)))
            #expect(try await found("Encounter?status:in=http://hl7.org/fhir/ValueSet/encounter-status") == ["visit"])
            #expect(try await found("Observation?status:not-in=http://hl7.org/fhir/ValueSet/observation-status") == [])
            #expect(try await world.get("/fhir/r4/Observation?status:in=http://care.test/ValueSet/ours", person).status == 400)
            #expect(try await found("Observation?code-value-quantity=8867-4$le61") == Set(days(1)))
            #expect(try await found("Observation?encounter:missing=false") == Set(days(7)))
            #expect(try await found("Observation?subject:Patient.name=bartok&date=ge2026-03-03") == Set(days(3, 4)))
            #expect(try await found("Observation?patient.identifier=urn:mrn%7C007&status=preliminary") == Set(days(3)))
            #expect(try await found("Observation?subject:Patient.general-practitioner.name=lind&date=gt2026-03-09") == Set(days(10)))
            #expect(try await found("Observation?encounter.patient:Patient.name=amara") == Set(days(7)))
            #expect(try await found("Patient?_has:Observation:patient:status=preliminary") == ["bela"])
            #expect(try await found("Patient?_has:Observation:patient:encounter.status=finished") == ["amara"])
            #expect(try await found("Practitioner?_has:Patient:general-practitioner:_has:Encounter:patient:status=finished") == ["gp"])
            #expect(try await found("Patient/bela/Observation") == Set(days(1, 2, 3, 4)))
            #expect(try await found("Patient/bela/Observation?date=2026-03-02") == Set(days(2)))
            #expect(try await found("Patient/bela/*") == Set(days(1, 2, 3, 4) + ["bela"]))
            #expect(try await found("?_type=Patient,Encounter") == ["amara", "bela", "visit"])
            #expect(try await found("Observation?_id=pulse-1,pulse-2&date=2026-03-02") == Set(days(2)))
            #expect(try await world.get("/fhir/r4?_type=Observation,Patient&_summary=count", person).json["total"]?.number == 12)
            #expect(try await found("Observation?code=8867-4&subject=Patient/nobody") == [])
            #expect(try await world.get("/fhir/r4/Basic/x/Observation", person).status == 404)
            let form = try await world.send(
                .POST, "/fhir/r4/Patient/bela/Observation/_search", person, Array("date=2026-03-02".utf8), type: "application/x-www-form-urlencoded")
            #expect(try ids(form) == days(2))
            // Another person's are nobody's business.
            #expect(try ids(try await world.get("/fhir/r4/Observation?code=8867-4", try world.patient())) == [])
        }
    }

    /// What a resource is marked by, in either release.
    @Test(arguments: ["r4", "stu3"]) func bySecurityLabelsAndTags(_ release: String) async throws {
        try await World.run { world in
            let person = try world.patient()
            let labels = "http://terminology.hl7.org/CodeSystem/v3-Confidentiality"
            for (id, mark) in [("open", #""tag":[{"system":"urn:ward","code":"R"}]"#), ("closed", #""security":[{"system":"\#(labels)","code":"R"}]"#)] {
                let body = #"{"resourceType":"Patient","id":"\#(id)","meta":{\#(mark)},"gender":"female"}"#
                #expect(try await world.send(.PUT, "/fhir/\(release)/Patient/\(id)", person, body).status == 201)
            }
            func found(_ query: String) async throws -> Set<String> { Set(try ids(try await world.get("/fhir/\(release)/Patient?\(query)", person))) }
            #expect(try await found("_security=R") == ["closed"])
            #expect(try await found("_security=\(labels)%7CR&gender=female") == ["closed"])
            #expect(try await found("_security=urn:ward%7CR") == [])
            #expect(try await found("_security:not=R") == ["open"])
            #expect(try await found("_security:missing=true") == ["open"])
            #expect(try await found("_tag=R") == ["open"])
        }
    }

    @Test func sortsAndPagesWithoutLossWhileOthersWrite() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await fill(world, person)
            for (sort, wanted) in [
                ("date", days(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)), ("-value-quantity", days(10, 9, 8, 7, 6, 5, 4, 3, 2, 1)),
                ("-status,date", days(3, 1, 2, 4, 5, 6, 7, 8, 9, 10))
            ] {
                var path = "/fhir/r4/Observation?_sort=\(sort)&_count=3"
                var seen: [String] = []
                for page in 0..<9 {
                    let answer = try await world.get(path, person)
                    seen += try ids(answer)
                    // What comes in meanwhile moves nothing.
                    if page == 0 {
                        let early = #"{"resourceType":"Observation","id":"early","status":"registered","code":{"text":"x"},"effectiveDateTime":"2020"}"#
                        if sort == "date" { #expect(try await world.send(.PUT, "/fhir/r4/Observation/early", person, early).status == 201) }
                    }
                    guard let next = try answer.json["link"]?.children.first(where: { $0["relation"]?.string == "next" })?["url"]?.string else { break }
                    #expect(!next.contains("2026-03"))
                    path = next.replacingOccurrences(of: "http://care.test", with: "")
                }
                #expect(seen == wanted, "\(sort)")
                _ = try await world.send(.DELETE, "/fhir/r4/Observation/early", person)
            }
            #expect(try await world.get("/fhir/r4/Observation?_sort=date&_after=s.forged", person).status == 400)
            #expect(try await world.get("/fhir/r4/Observation?value-quantity=1e\(Int.min)", person).status == 400)
            // So much is compared with each resource.
            let values = Array(repeating: "a", count: 200).joined(separator: ",")
            let codes = { (count: Int) in Array(repeating: "code=\(values)", count: count).joined(separator: "&") }
            #expect(try await world.get("/fhir/r4/Observation?\(codes(5))", person).status == 200)
            #expect(try await world.get("/fhir/r4/Observation?\(codes(6))", person).status == 400)
        }
    }

    @Test func includesAndCuts() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await fill(world, person)
            func both(_ query: String) async throws -> (Set<String>, Set<String>) {
                let answer = try await world.get("/fhir/r4/\(query)", person)
                return (Set(try ids(answer)), Set(try ids(answer, mode: "include")))
            }
            #expect(try await both("Observation?date=2026-03-07&_include=Observation:subject") == (["pulse-7"], ["amara"]))
            #expect(try await both("Observation?date=2026-03-07&_include=*") == (["pulse-7"], ["amara", "visit"]))
            #expect(try await both("Observation?date=2026-03-07&_include=Observation:subject:Group") == (["pulse-7"], []))
            #expect(
                try await both("Observation?date=2026-03-07&_include=Observation:subject&_include:iterate=Patient:general-practitioner") == (
                    ["pulse-7"], ["amara", "gp"]
                ))
            #expect(try await both("Patient?_id=bela&_revinclude=Observation:patient") == (["bela"], Set(days(1, 2, 3, 4))))
            #expect(try await both("Patient?_id=amara&_revinclude=*") == (["amara"], Set(days(5, 6, 7, 8, 9, 10)).union(["visit"])))
            #expect(try await both("Observation?_id=pulse-7&_include:iterate=*") == (["pulse-7"], ["amara", "visit", "gp"]))
            let cut = try await world.get("/fhir/r4/Observation?date=2026-03-07&_elements=valueQuantity", person).json
            let resource = try #require(cut["entry"]?.children.first { _ in true }?["resource"])
            #expect(resource["valueQuantity"] != nil && resource["status"] != nil && resource["code"] != nil && resource["subject"] == nil)
            #expect(resource["meta"]?["tag"]?.children.first { _ in true }?["code"]?.string == "SUBSETTED")
            let summary = try await world.get("/fhir/r4/Patient?_id=amara&_summary=true", person).json["entry"]?.children.first { _ in true }?["resource"]
            #expect(summary?["name"] != nil && summary?["generalPractitioner"] == nil)
            // The elements are those of what was found: what is shown beside is whole.
            let beside = try await world.get("/fhir/r4/Observation?date=2026-03-07&_elements=status&_include=Observation:subject", person).json
            let shown = beside["entry"]?.children.compactMap { $0["resource"] } ?? []
            #expect(shown.count == 2 && shown.first?["valueQuantity"] == nil && shown.last?["name"] != nil && shown.last?["meta"]?["tag"] == nil)
            // All of an element, by whatever is named of it; of another type's nothing is said.
            for (elements, hasName, hasBirth) in [
                ("name", true, false), ("name.family", true, false), ("Patient.name", true, false), ("Patient.name.family", true, false), ("*.name", true, false),
                ("Group.name", true, true), ("Patient.link,Group.name", false, false)
            ] {
                let cut = try await world.get("/fhir/r4/Patient?_id=amara&_elements=\(elements)", person).json["entry"]?.children.first { _ in true }?["resource"]
                #expect((cut?["name"] != nil) == hasName && (cut?["birthDate"] != nil) == hasBirth, "\(elements)")
            }
        }
    }

    /// STU3 says of each of them that it is who answered, and tells them apart by the types that they lead to.
    @Test func whatLeadsToOtherTypesIncludesNone() async throws {
        try await World.run { world in
            let person = try world.patient()
            let answered = #""participantStatus":"accepted","appointment":{"reference":"Appointment/a"},"actor":{"reference":"Patient/amara"}"#
            let entries = [put("Patient", "amara", #""active":true"#), put("AppointmentResponse", "yes", answered)].joined(separator: ",")
            #expect(try await world.send(.POST, "/fhir/stu3", person, #"{"resourceType":"Bundle","type":"transaction","entry":[\#(entries)]}"#).status == 200)
            for (query, included) in [
                ("AppointmentResponse?_include=AppointmentResponse:patient", ["amara"]), ("AppointmentResponse?_include=AppointmentResponse:location", []),
                ("Patient?_revinclude=AppointmentResponse:patient", ["yes"]), ("Patient?_revinclude=AppointmentResponse:location", []),
                ("Patient?_revinclude=*", ["yes"])
            ] {
                #expect(try ids(try await world.get("/fhir/stu3/\(query)", person), mode: "include") == included, "\(query)")
            }
        }
    }

    @Test func theLenientHearWhatWasPassedOver() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await fill(world, person)
            #expect(try await world.get("/fhir/r4/Patient?nme=Okafor&birthdate=1984", person).status == 400)
            let lenient: HTTPHeaders = ["Prefer": "handling=lenient"]
            let answer = try await world.send(.GET, "/fhir/r4/Patient?nme=Okafor&birthdate=1984&_lastUpdated=ne2020-01-01", person, headers: lenient)
            #expect(try ids(answer) == ["amara"])
            let outcome = try answer.json["entry"]?.children.first { $0["search"]?["mode"]?.string == "outcome" }?["resource"]
            #expect(outcome?["issue"]?.children.first { _ in true }?["expression"]?.children.first { _ in true }?.string == "nme")
            let link = try answer.json["link"]?.children.first { _ in true }?["url"]?.string
            #expect(link?.contains("birthdate=1984") == true && link?.contains("nme") == false)
            // Once: a next link of a next link grows no longer.
            #expect(link?.components(separatedBy: "_lastUpdated").count == 2)
            #expect(try await world.get("/fhir/r4/Patient?_type=Patient", person).status == 400)
            let french = try await world.send(
                .GET, "/fhir/r4/Patient?nme=Okafor", person, headers: ["Prefer": "handling=lenient", "Accept-Language": "fr"])
            #expect(answer.header("Content-Language") == "en" && french.header("Content-Language") == "fr")
            // So does whoever asks for what is not there; what has no words is in no language.
            let missing = try await world.send(.GET, "/fhir/r4/Patient?_id=nobody", person, headers: ["Accept-Language": "fr"])
            #expect(missing.header("Content-Language") == "fr" && missing.text.contains("Cette ressource n’existe pas."))
            #expect(try await world.get("/fhir/r4/Patient?birthdate=1984", person).header("Content-Language") == nil)
        }
    }

    /// What a category or a type keeps out is neither found nor followed.
    @Test func chainsTellNothingOfWhatIsOutOfReach() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await fill(world, person)
            let token = try World.token(person.id, .patient, scope: "user/Observation.rs user/Encounter.rs?category=http://a|b")
            let narrow = World.Person(id: person.id, token: token)
            #expect(try ids(try await world.get("/fhir/r4/Observation?code=8867-4&_count=2", narrow)).count == 2)
            #expect(try ids(try await world.get("/fhir/r4/Observation?subject:Patient.name=amara", narrow)) == [])
            #expect(try ids(try await world.get("/fhir/r4/Observation?encounter.status=finished", narrow)) == [])
            let included = try await world.get("/fhir/r4/Observation?date=2026-03-07&_include=*", narrow)
            #expect(try ids(included, mode: "include") == [])
            #expect(try await world.get("/fhir/r4/Patient?name=amara", narrow).status == 403)
            #expect(try ids(try await world.get("/fhir/r4?_type=Patient,Encounter,Observation&_count=500", narrow)).allSatisfy { $0.hasPrefix("pulse") })
        }
    }

    /// Rows of before this release, of the release before beside this one, and of persons whose index is too large for memory.
    @Test func everyWayToAnIndexFindsTheSame() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await fill(world, person)
            let queries: [(scope: SearchScope, text: String)] = [
                (.type("Observation"), "code=8867-4&date=ge2026-03-08"), (.type("Observation"), "status:not=final"),
                (.type("Patient"), "_has:Observation:patient:status=preliminary"), (.type("Observation"), "subject:Patient.name=bartok"),
                (.compartment(name: "Patient", id: "bela", type: nil), ""), (.type("Observation"), "_sort=-date&_count=4")
            ]
            let dependencies = world.dependencies
            let reading = SearchReading(release: .r4, base: dependencies.urls(.r4).base, now: dependencies.now())
            func all(_ indexes: PersonIndexes) async throws -> [[String]] {
                let permissions = RecordPermissions(scopes: ["records:read"], contexts: [.user])
                let find = FindResources(indexes: indexes, release: .r4, base: dependencies.urls(.r4).base, permissions: permissions)
                var found: [[String]] = []
                for (scope, text) in queries {
                    let query = try reading.query(try QueryParameters.list(text.utf8), scope)
                    let resources = try await world.pool.read(of: person.id, dependencies.keys) { key, connection in try await find(query, key, connection) }
                    found.append(resources?.page.map(\.id) ?? [])
                }
                return found
            }
            let wanted = try await all(dependencies.indexes)
            #expect(wanted.allSatisfy { !$0.isEmpty } && Set(wanted[0]) == Set(days(8, 9, 10)))
            #expect(try await all(PersonIndexes(capacity: 1)) == wanted)
            try await world.pool.withConnection { _ = try await $0.execute("UPDATE records SET search = NULL, search_terms = NULL") }
            for capacity in [1, 1 << 20] { #expect(try await all(PersonIndexes(capacity: capacity)) == wanted) }
            // Those of before this release have no order of their changes.
            try await world.pool.withConnection { connection in
                try await connection.script(
                    "ALTER TABLE records DISABLE TRIGGER records_changed; UPDATE records SET change = 0; ALTER TABLE records ENABLE TRIGGER records_changed")
            }
            #expect(try await all(PersonIndexes(capacity: 1 << 20, portion: Budget.Portion(rows: 2))) == wanted)
            let fill = FillSearchIndex(keys: dependencies.keys, base: dependencies.base)
            while try await (world.pool.transaction { tx in try await fill(tx) }) != nil {}
            #expect(try await world.count("SELECT count(*) FROM records WHERE search IS NULL") == 0)
            for indexes in [dependencies.indexes, PersonIndexes(capacity: 1)] { #expect(try await all(indexes) == wanted) }
            // The release before writes the next version and knows nothing of an index.
            try await world.pool.withConnection { _ = try await $0.execute("UPDATE records SET version = version + 1, updated_at = now()") }
            #expect(try await world.count("SELECT count(*) FROM records WHERE search IS NOT NULL OR search_terms IS NOT NULL") == 0)
        }
    }

    /// An update says itself which change it is; of the release before, which leaves that as it was, the database says it, and empties what that one does not know of.
    @Test func eachVersionIsOneChange() async throws {
        try await World.run { world in
            let person = try world.patient()
            let path = "/fhir/r4/Patient/p"
            #expect(try await world.send(.PUT, path, person, #"{"resourceType":"Patient","id":"p"}"#).status == 201)
            func isNext(_ write: () async throws -> Void) async throws -> Bool {
                let before = try await world.count("SELECT change FROM records")
                try await write()
                let drawn = try await world.count("SELECT last_value FROM records_changes")
                return try await world.count("SELECT change FROM records") == before + 1 && drawn == before + 1
            }
            for status in [200, 204, 201] {
                var answered = 0
                let isChange = try await isNext {
                    let body = status == 204 ? nil : #"{"resourceType":"Patient","id":"p","gender":"other"}"#
                    answered = try await world.send(status == 204 ? .DELETE : .PUT, path, person, body).status
                }
                #expect(isChange && answered == status)
                let isFound = try await world.count("SELECT count(*) FROM records WHERE search IS NOT NULL AND search_terms IS NOT NULL") == 1
                #expect(isFound == (status != 204))
            }
            let isChange = try await isNext {
                try await world.pool.withConnection { _ = try await $0.execute("UPDATE records SET version = version + 1, updated_at = now()") }
            }
            #expect(isChange)
            #expect(try await world.count("SELECT count(*) FROM records WHERE search IS NULL AND search_terms IS NULL") == 1)
        }
    }

    /// A search sees every write that was acknowledged before it began, whoever else writes.
    @Test func writesAndSearchesSideBySide() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        for number in 0..<15 {
                            let code = "w\(writer)-\(number)"
                            let body = #"{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"urn:x","code":"\#(code)"}]}}"#
                            let made = try await world.send(.POST, "/fhir/r4/Observation", person, body)
                            #expect(made.status == 201)
                            #expect(try ids(try await world.get("/fhir/r4/Observation?code=\(code)", person)) == [made.id])
                            if number % 3 == 0 {
                                #expect(try await world.send(.DELETE, "/fhir/r4/Observation/\(made.id)", person).status == 204)
                                #expect(try ids(try await world.get("/fhir/r4/Observation?code=\(code)", person)) == [])
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await world.get("/fhir/r4/Observation?code=urn:x%7C&_summary=count", person).json["total"]?.number == 40)
        }
    }

    @Test func whatDoesNotOpenKeepsNobodyElseFromAnIndex() async throws {
        try await World.run { world in
            let persons = [try world.patient(), try world.patient()].sorted { $0.id < $1.id }
            for person in persons { _ = try await world.send(.POST, "/fhir/r4/Patient", person, Examples.patient) }
            try await world.pool.withConnection { connection in
                try await connection.script(
                    "UPDATE records SET search = NULL, search_terms = NULL; UPDATE person_keys SET master_key_id = 'of another time' WHERE person_id = '\(persons[0].id)'"
                )
            }
            // In a replica that has none of the keys in memory.
            let fill = FillSearchIndex(keys: PersonKeys(World.masters), base: world.dependencies.base)
            var place: FillSearchIndex.Place? = FillSearchIndex.Place()
            while let from = place { place = try await world.pool.transaction { tx in try await fill(from: from, tx) } }
            #expect(try await world.count("SELECT count(*) FROM records WHERE search IS NOT NULL AND owner_id = \(persons[1].id)") == 1)
            #expect(try await world.count("SELECT count(*) FROM records WHERE search IS NULL AND owner_id = \(persons[0].id)") == 1)
        }
    }

    /// What is in memory are open contents: they go, whether the key was destroyed here or elsewhere.
    @Test func anIndexThatNobodyAsksForIsForgotten() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await fill(world, person)
            let dependencies = world.dependencies
            let permissions = RecordPermissions(scopes: ["records:read"], contexts: [.user])
            func isKept(_ indexes: PersonIndexes) async throws -> Bool {
                let find = FindResources(indexes: indexes, release: .r4, base: dependencies.urls(.r4).base, permissions: permissions)
                try await find.prepare(person.id, world.pool, dependencies.keys)
                return indexes.holds(PersonIndexes.Person(owner: person.id, release: .r4))
            }
            #expect(try await isKept(PersonIndexes(capacity: 1 << 20)))
            #expect(try await !isKept(PersonIndexes(capacity: 1 << 20, lifetime: .zero)))
            let fresh = World.Person(
                id: person.id, token: try TestIssuer.token(person.id, .patient, scope: World.everyScope, client: "careline", signedInAt: dependencies.now()))
            #expect(try await isKept(dependencies.indexes))
            let purged = try await world.send(.POST, "/records/purge", fresh, #"{"patientId":"\#(person.id)"}"#, headers: ["Content-Type": "application/json"])
            #expect(purged.status == 200)
            #expect(!dependencies.indexes.holds(PersonIndexes.Person(owner: person.id, release: .r4)))
        }
    }

    @Test func aBatchSearchesWhatItHasWritten() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await fill(world, person)
            let body = #"{"resourceType":"Observation","id":"new","status":"final","code":{"coding":[{"code":"fresh"}]}}"#
            let batch = """
                {"resourceType":"Bundle","type":"batch","entry":[{"request":{"method":"PUT","url":"Observation/new"},"resource":\(body)},
                {"request":{"method":"GET","url":"Observation?code=fresh"}},{"request":{"method":"GET","url":"Observation?cde=fresh"}}]}
                """
            let answer = try await world.send(.POST, "/fhir/r4", person, batch).json
            let entries = answer["entry"].map { Array($0.children) } ?? []
            #expect(entries.map { $0["response"]?["status"]?.string } == ["201 Created", "200 OK", "400 Bad Request"])
            #expect(entries.count == 3 && entries[1]["resource"]?["total"]?.number == 1)
            // Who is lenient is so in each of its searches, and in no condition.
            let searches = """
                {"resourceType":"Bundle","type":"batch","entry":[{"request":{"method":"GET","url":"Observation?code=fresh&cde=fresh"}},
                {"request":{"method":"DELETE","url":"Observation?code=fresh&cde=fresh"}}]}
                """
            let lenient = try await world.send(.POST, "/fhir/r4", person, searches, headers: ["Prefer": "handling=lenient"]).json
            let answers = lenient["entry"].map { Array($0.children) } ?? []
            #expect(answers.map { $0["response"]?["status"]?.string } == ["200 OK", "400 Bad Request"])
            let found = answers.first?["resource"]?["entry"].map { Array($0.children) } ?? []
            #expect(Set(found.compactMap { $0["search"]?["mode"]?.string }) == ["match", "outcome"])
        }
    }

    /// Every line of the CapabilityStatement is asked for, each parameter by a value of its kind.
    @Test(arguments: ["r4", "stu3"]) func whatIsDeclaredIsThere(_ release: String) async throws {
        try await World.run { world in
            let person = try world.patient()
            let statement = try await world.get("/fhir/\(release)/metadata", person).json
            #expect(statement["patchFormat"]?.children.compactMap(\.string) == ["application/json-patch+json", "application/fhir+json"])
            let rest = try #require(statement["rest"]?.children.first { _ in true })
            var asked = 0
            for resource in rest["resource"].map({ Array($0.children) }) ?? [] {
                let type = try #require(resource["type"]?.string)
                let (parameters, includes) = try declared(resource)
                asked += parameters.count + includes.count
                // What refers to anything may refer to this.
                #expect(type == "AuditEvent" || includes.contains("_revinclude=Provenance:target"), "\(type)")
                for query in together(parameters.map { Self.written[release]?[$0] ?? $0 }, 40) + together(includes, 20) {
                    let answer = try await world.get("/fhir/\(release)/\(type)?\(query)", person)
                    #expect(answer.status == 200, "\(type)?\(query): \(answer.text.prefix(300))")
                }
            }
            #expect(asked > 2000)
            let everywhere = try declared(rest).parameters.map { Self.ours[$0] ?? $0 }
            let known = ["_id=x", "_lastUpdated=ge2026", "_content=x", "_text=x", "_tag=x", "_profile=urn:x", "_created=ge2026", "_annotations=x"]
            #expect(Set(everywhere).isSuperset(of: known + Self.ours.values))
            for parameter in everywhere {
                for path in ["", "?_type=Patient,Bundle"] {
                    let answer = try await world.get("/fhir/\(release)\(path.isEmpty ? "?" : path + "&")\(parameter)", person)
                    #expect(answer.status == 200, "\(path) \(parameter): \(answer.text.prefix(300))")
                }
            }
            let log = try #require(rest["resource"]?.children.first { $0["type"]?.string == "AuditEvent" })
            let ofTheLog = ["_id=x", "_lastUpdated=ge2026", "date=ge2026", "agent=x", "type=x", "subtype=x", "action=x", "outcome=x", "entity=x", "patient=x"]
            #expect(try declared(log).parameters == ofTheLog)
        }
    }

    private static let values = [
        "token": "=x", "string": "=x", "uri": "=urn:x", "reference": "=x", "date": "=ge2026", "number": "=1", "quantity": "=1", "composite": ":missing=true",
        "special": "=1%7C2"
    ]
    /// How some values are written that are none of their kind's.
    private static let written = ["stu3": ["near=x": "near=1:2"]]

    private static let ours = ["_status=x": "_status=pending", "_includeDeleted=x": "_includeDeleted=true"]

    /// A client may ask for a part of it, and is given all.
    @Test(arguments: ["r4", "stu3"]) func theStatementIsToldWhatever(_ release: String) async throws {
        try await World.run { world in
            let person = try world.patient()
            let whole = try await world.get("/fhir/\(release)/metadata", person)
            for query in ["mode=full", "mode=terminology", "_summary=true", "_elements=rest&_format=json"] {
                let answer = try await world.get("/fhir/\(release)/metadata?\(query)", person)
                #expect(answer.status == 200 && answer.body == whole.body, "\(query)")
            }
            #expect(try await world.get("/fhir/\(release)/metadata?_format=xml", person).status == 406)
        }
    }

    /// What STU3's statement says of elements and extensions that nobody has defined is what becomes of them.
    @Test(arguments: ResourceValidation.allCases) func whatBecomesOfTheUnknownIsDeclared(_ validation: ResourceValidation) async throws {
        try await World.run(validation: validation) { world in
            let person = try world.patient()
            let sound = #""resourceType":"Observation","status":"final","code":{"text":"Pulse"}"#
            let element = try await world.send(.POST, "/fhir/stu3/Observation", person, "{\(sound),\"pulse\":62}").status == 201
            let extended = #"{\#(sound),"extension":[{"url":"urn:nobody:knows","valueString":"x"}]}"#
            let isExtended = try await world.send(.POST, "/fhir/stu3/Observation", person, extended).status == 201
            let said = try await world.get("/fhir/stu3/metadata", person).json["acceptUnknown"]?.string
            #expect(said == (element && isExtended ? "both" : isExtended ? "extensions" : element ? "elements" : "no"))
            #expect(element == (validation != .enforce))
        }
    }

    private func declared(_ resource: JSONValue) throws -> (parameters: [String], includes: [String]) {
        let parameters = try (resource["searchParam"].map { Array($0.children) } ?? []).map { parameter in
            let (name, kind) = (try #require(parameter["name"]?.string), try #require(parameter["type"]?.string))
            return name + (try #require(Self.values[kind]))
        }
        let includes = resource["searchInclude"]?.children.compactMap(\.string).map { "_include=\($0)" } ?? []
        return (parameters, includes + (resource["searchRevInclude"]?.children.compactMap(\.string).map { "_revinclude=\($0)" } ?? []))
    }

    private func together(_ lines: [String], _ most: Int) -> [String] {
        stride(from: 0, to: lines.count, by: most).map { lines[$0..<min($0 + most, lines.count)].joined(separator: "&") }
    }
}
