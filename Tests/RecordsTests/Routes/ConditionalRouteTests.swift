import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// Writes by what a search finds. By annotations, which every search knows.
@Suite(.timeLimit(.minutes(5))) struct ConditionalRouteTests {
    private static let marked: HTTPHeaders = ["Care-Annotations": "mine", "If-None-Exist": "_annotations=mine"]
    private static let body = #"{"resourceType":"Patient"}"#

    @Test func ofManyConditionalCreationsOneCreates() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let answers = try await together(30) { _ in try await world.send(.POST, "/fhir/r4/Patient", patient, Self.body, headers: Self.marked) }
            #expect(answers.filter { $0.status == 201 }.count == 1)
            #expect(answers.filter { $0.status == 200 }.count == 29)
            #expect(Set(answers.map(\.id)).count == 1)
            #expect(try await world.count("SELECT count(*) FROM record_versions") == 1)
        }
    }

    @Test func ofManyConditionalUpdatesOneCreates() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let answers = try await together(20) { _ in
                try await world.send(.PUT, "/fhir/r4/Patient?_annotations=mine", patient, Self.body, headers: ["Care-Annotations": "mine"])
            }
            #expect(answers.filter { $0.status == 201 }.count == 1)
            #expect(answers.filter { $0.status == 200 }.count == 19)
            #expect(try await world.count("SELECT count(*) FROM records") == 1)
            #expect(try await world.count("SELECT count(*) FROM record_versions") == 20)
        }
    }

    /// One transaction's conditions read on where the one before ended, and see what it wrote.
    @Test func theConditionsOfABatchSeeWhatItWrote() async throws {
        try await World.run { world in
            let patient = try world.patient()
            func entry(_ value: String) -> String {
                let resource = #"{"resourceType":"Patient","identifier":[{"value":"\#(value)"}]}"#
                return #"{"resource":\#(resource),"request":{"method":"POST","url":"Patient","ifNoneExist":"identifier=\#(value)"}}"#
            }
            func batch(_ values: [String]) -> String {
                #"{"resourceType":"Bundle","type":"batch","entry":[\#(values.map(entry).joined(separator: ","))]}"#
            }
            func statuses(_ answer: Answer) throws -> [String?] {
                try answer.json["entry"]?.children.map { $0["response"]?["status"]?.string.map { String($0.prefix(3)) } } ?? []
            }
            #expect(try statuses(try await world.send(.POST, "/fhir/r4", patient, batch(["a", "b", "a", "b", "c"]))) == ["201", "201", "200", "200", "201"])
            #expect(try statuses(try await world.send(.POST, "/fhir/r4", patient, batch(["c", "d", "d"]))) == ["200", "201", "200"])
            #expect(try await world.count("SELECT count(*) FROM records") == 4)
            let most = BatchBundle.mostConditions
            #expect(try await world.send(.POST, "/fhir/r4", patient, batch((0..<most).map { "\($0)" })).status == 200)
            let refused = try await world.send(.POST, "/fhir/r4", patient, batch((0...most).map { "\($0)" }))
            #expect(refused.status == 413)
            #expect(try refused.issue["code"]?.string == "too-costly")
        }
    }

    /// HAPI's client sends the whole address of the search, others its type.
    @Test func aConditionMayBeAnAddress() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let body = #"{"resourceType":"Patient","identifier":[{"value":"a"}]}"#
            func send(_ condition: String) async throws -> Int {
                try await world.send(.POST, "/fhir/r4/Patient", patient, body, headers: ["If-None-Exist": condition]).status
            }
            #expect(try await send("http://care.test/fhir/r4/Patient?identifier=a") == 201)
            for condition in ["http://care.test/fhir/r4/Patient?identifier=a", "Patient?identifier=a", "?identifier=a", "identifier=a"] {
                #expect(try await send(condition) == 200, "\(condition)")
            }
            #expect(try await send("Observation?identifier=a") == 400)
            let entry = #"{"resource":\#(body),"request":{"method":"POST","url":"Patient","ifNoneExist":"Patient?identifier=a"}}"#
            let reference = #"{"resourceType":"Condition","subject":{"reference":"Patient?identifier=a"}}"#
            let other = #"{"resource":\#(reference),"request":{"method":"POST","url":"Condition"}}"#
            let bundle = #"{"resourceType":"Bundle","type":"transaction","entry":[\#(entry),\#(other)]}"#
            let answer = try await world.send(.POST, "/fhir/r4", patient, bundle)
            let statuses = try answer.json["entry"]?.children.compactMap { $0["response"]?["status"]?.string?.prefix(3) }
            #expect(statuses == ["200", "201"], "\(answer.text)")
        }
    }

    @Test(arguments: [
        ("identifier=a", "identifier=a"), ("?identifier=a", "identifier=a"), ("Patient?identifier=a?b", "identifier=a?b"),
        ("https://care.example/fhir/r4/Patient?a=b", "a=b"), ("Group?a=b", "Group?a=b"), ("link=http://x/Patient?a=b", "link=http://x/Patient?a=b"),
        ("urn:x/Patient?a=b", "urn:x/Patient?a=b"), ("https://care.example/fhir/r4/Group?a=b", "https://care.example/fhir/r4/Group?a=b")
    ])
    func aConditionIsWhatStandsBehindItsAddress(_ text: String, _ query: String) { #expect(SentCondition.query(text, of: "Patient") == query) }

    @Test(arguments: ["return=minimal", "Return=minimal", #"return="minimal""#, "respond-async ; RETURN = minimal"])
    func preferencesAreReadInWhateverForm(_ preference: String) async throws {
        try await World.run { world in
            let answer = try await world.send(.POST, "/fhir/r4/Patient", try world.patient(), Self.body, headers: ["Prefer": preference])
            #expect(answer.status == 201 && answer.body.isEmpty)
        }
    }

    /// The index is read before the transaction, which is then the only thing that it reads on.
    @Test func aConditionKeepsTheIndexThatItReads() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let body = #"{"resourceType":"Patient","identifier":[{"value":"a"}]}"#
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, body).status == 201)
            let person = PersonIndexes.Person(owner: patient.id, release: .r4)
            #expect(!world.dependencies.indexes.holds(person))
            #expect(try await world.send(.PUT, "/fhir/r4/Patient?identifier=a", patient, body).status == 200)
            #expect(world.dependencies.indexes.holds(person))
        }
    }

    @Test func oneIsFoundNoneOrTooMany() async throws {
        try await World.run { world in
            let patient = try world.patient()
            func send(_ method: HTTPMethod, _ query: String, _ body: String? = nil, _ headers: HTTPHeaders = [:]) async throws -> Answer {
                try await world.send(method, "/fhir/r4/Patient?\(query)", patient, body, headers: headers)
            }
            let patch = #"[{"op":"add","path":"/active","value":true}]"#
            let json: HTTPHeaders = ["Content-Type": "application/json-patch+json"]
            // None.
            #expect(try await send(.DELETE, "_annotations=mine").status == 404)
            #expect(try await send(.PATCH, "_annotations=mine", patch, json).status == 404)
            let made = try await send(.PUT, "_annotations=mine", #"{"resourceType":"Patient","id":"own"}"#, ["Care-Annotations": "mine"])
            #expect(made.status == 201 && made.id == "own")
            // One.
            #expect(try await send(.PATCH, "_annotations=mine", patch, json).status == 200)
            #expect(try await send(.PUT, "_annotations=mine", #"{"resourceType":"Patient","id":"another"}"#).status == 400)
            #expect(try await send(.PUT, "_annotations=mine", Self.body, ["If-Match": #"W/"1""#]).status == 412)
            #expect(try await send(.PUT, "_annotations=mine", Self.body).tag == #"W/"3""#)
            // An id that is there, and is not found.
            #expect(try await send(.PUT, "_annotations=nothing", #"{"resourceType":"Patient","id":"own"}"#).status == 412)
            // Two.
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, Self.body, headers: ["Care-Annotations": "mine"]).status == 201)
            for answer in [
                try await send(.PUT, "_annotations=mine", Self.body), try await send(.PATCH, "_annotations=mine", patch, json),
                try await send(.DELETE, "_annotations=mine"),
                try await world.send(.POST, "/fhir/r4/Patient", patient, Self.body, headers: ["If-None-Exist": "_annotations=mine"])
            ] {
                #expect(answer.status == 412)
                #expect(try answer.issue["code"]?.string == "multiple-matches")
            }
            // No condition at all is none for everything.
            #expect(try await send(.DELETE, "_summary=false").status == 400)
            #expect(try await send(.DELETE, "").status == 400)
            #expect(try await send(.DELETE, "_id=own").status == 204)
            #expect(try await send(.DELETE, "_id=own").status == 404)
        }
    }

    @Test func othersRecordsAreNeverFound() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, Self.body, headers: Self.marked).status == 201)
            #expect(try await world.send(.DELETE, "/fhir/r4/Patient?_annotations=mine", other).status == 404)
            #expect(try await world.send(.POST, "/fhir/r4/Patient", other, Self.body, headers: Self.marked).status == 201)
            let creator = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: "user/Patient.c"))
            #expect(try await world.send(.POST, "/fhir/r4/Patient", creator, Self.body, headers: Self.marked).status == 403)
        }
    }

    @Test func transactionsResolveConditionsAndReferences() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let there = try await world.send(.POST, "/fhir/r4/Patient", patient, Self.body, headers: ["Care-Annotations": "mine"]).id
            let annotation = #""extension":[{"url":"https://careline.example/fhir/annotations","valueString":"new"}]"#
            let bundle = """
                {"resourceType":"Bundle","type":"transaction","entry":[
                {"fullUrl":"urn:uuid:0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b11","resource":{"resourceType":"Patient"},
                 "request":{"method":"POST","url":"Patient","ifNoneExist":"_annotations=mine"}},
                {"fullUrl":"urn:uuid:0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b12","resource":{"resourceType":"Patient"},
                 "request":{"method":"POST","url":"Patient","ifNoneExist":"_annotations=new",\(annotation)}},
                {"fullUrl":"urn:uuid:0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b13","resource":{"resourceType":"Patient"},
                 "request":{"method":"POST","url":"Patient","ifNoneExist":"_annotations=new"}},
                {"resource":{"resourceType":"Condition","subject":{"reference":"urn:uuid:0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b11"},
                 "recorder":{"reference":"Patient?_annotations=mine"},"asserter":{"reference":"urn:uuid:0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b13"}},
                 "request":{"method":"POST","url":"Condition"}}]}
                """
            let answer = try await world.send(.POST, "/fhir/r4", patient, bundle, headers: ["Prefer": "return=representation"])
            #expect(answer.status == 200)
            let entries = Array(try #require(try answer.json["entry"]).children)
            #expect(entries.compactMap { $0["response"]?["status"]?.string?.prefix(3) } == ["200", "201", "201", "201"])
            let condition = try #require(entries[3]["resource"])
            #expect(condition["subject"]?["reference"]?.string == "Patient/\(there)")
            #expect(condition["recorder"]?["reference"]?.string == "Patient/\(there)")
            #expect(condition["asserter"]?["reference"]?.string == entries[1]["resource"]?["id"]?.string.map { "Patient/\($0)" })
            #expect(try await world.count("SELECT count(*) FROM records") == 3)
            let lost = bundle.replacing("Patient?_annotations=mine", with: "Patient?_annotations=nobody")
            #expect(try await world.send(.POST, "/fhir/r4", patient, lost).status == 400)
            #expect(try await world.count("SELECT count(*) FROM records") == 3)
        }
    }
}
