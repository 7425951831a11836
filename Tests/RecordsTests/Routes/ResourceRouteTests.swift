import CareModels
import Foundation
import HTTP
import JSON
import Outbox
import ServiceTestKit
import Testing

@testable import RecordsService
@testable import Sealing

@Suite(.timeLimit(.minutes(5))) struct ResourceRouteTests {
    private static let releases = ["r4", "stu3"]

    @Test(arguments: releases) func aResourceIsCreatedReadUpdatedDeletedAndItsHistoryStays(release: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let base = "/fhir/\(release)"
            let created = try await world.send(.POST, "\(base)/Patient", patient, Examples.patient)
            #expect(created.status == 201)
            let id = created.id
            #expect(UUID(uuidString: id) != nil)
            #expect(created.tag == #"W/"1""#)
            #expect(created.headers.first(name: "Location") == "http://care.test\(base)/Patient/\(id)/_history/1")
            #expect(created.headers.first(name: "Last-Modified") == "Fri, 06 Mar 2026 12:00:00 GMT")
            #expect(created.headers.first(name: "Content-Type") == "application/fhir+json")

            let read = try await world.get("\(base)/Patient/\(id)", patient)
            #expect(read.status == 200 && read.body == created.body && read.tag == #"W/"1""#)
            let sent = try JSONDocument(Array(Examples.patient.utf8)).root
            #expect(try read.json.difference(from: sent, ignoring: ["id", "meta.versionId", "meta.lastUpdated"]) == nil)
            #expect(try read.json["meta"]?["lastUpdated"]?.string == "2026-03-06T12:00:00Z")

            try world.setClock("2026-03-06T13:00:00.250Z")
            let body = #"{"resourceType":"Patient","id":"\#(id)","active":true}"#
            let updated = try await world.send(.PUT, "\(base)/Patient/\(id)", patient, body, headers: ["If-Match": #"W/"1""#])
            #expect(updated.status == 200 && updated.tag == #"W/"2""#)
            #expect(try updated.json["meta"]?["lastUpdated"]?.string == "2026-03-06T13:00:00.250Z")
            let stale = try await world.send(.PUT, "\(base)/Patient/\(id)", patient, body, headers: ["If-Match": #"W/"1""#])
            #expect(stale.status == 412)
            #expect(try stale.issue["code"]?.string == "conflict")

            #expect(try await world.get("\(base)/Patient/\(id)/_history/1", patient).body == created.body)
            #expect(try await world.get("\(base)/Patient/\(id)/_history/2", patient).body == updated.body)
            #expect(try await world.get("\(base)/Patient/\(id)/_history/3", patient).status == 404)

            #expect(try await world.send(.DELETE, "\(base)/Patient/\(id)", patient, headers: ["If-Match": #"W/"1""#]).status == 412)
            let deleted = try await world.send(.DELETE, "\(base)/Patient/\(id)", patient)
            #expect(deleted.status == 204 && deleted.tag == #"W/"3""#)
            #expect(try await world.send(.DELETE, "\(base)/Patient/\(id)", patient).tag == #"W/"3""#)
            let gone = try await world.get("\(base)/Patient/\(id)", patient)
            #expect(gone.status == 410)
            #expect(try gone.json["resourceType"]?.string == "OperationOutcome")
            // Under which request it was logged.
            let named = try #require(try gone.json["extension"]?.children.first { _ in true })
            #expect(named["url"]?.string?.hasSuffix("/fhir/StructureDefinition/request-id") == true)
            #expect(named["valueString"]?.string == gone.header("X-Request-Id") && gone.header("X-Request-Id") != nil)
            #expect(try await world.get("\(base)/Patient/\(id)/_history/3", patient).status == 410)
            #expect(try await world.get("\(base)/Patient/\(id)/_history/1", patient).status == 200)

            let history = try await world.get("\(base)/Patient/\(id)/_history", patient).json
            #expect(history["type"]?.string == "history" && history["total"]?.number == 3)
            let entries = Array(try #require(history["entry"]).children)
            #expect(entries.map { $0["request"]?["method"]?.string } == ["DELETE", "PUT", "POST"])
            #expect(entries.map { $0["response"]?["etag"]?.string } == [#"W/"3""#, #"W/"2""#, #"W/"1""#])
            #expect(entries[0]["resource"] == nil)
            #expect(try entries[2]["resource"]?.isSame(as: created.json) == true)

            let again = try await world.send(.PUT, "\(base)/Patient/\(id)", patient, body)
            #expect(again.status == 201 && again.tag == #"W/"4""#)
            let record = try #require(UUID(uuidString: id))
            let events = try await world.events(of: record)
            #expect(events.map(\.version) == [1, 2, 3, 4])
            #expect(events.map(\.type) == [RecordCreated.type, RecordUpdated.type, RecordDeleted.type, RecordUpdated.type])
        }
    }

    @Test func aClientMayChooseTheId() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let body = #"{"resourceType":"Patient","id":"amara-okafor"}"#
            let created = try await world.send(.PUT, "/fhir/r4/Patient/amara-okafor", patient, body)
            #expect(created.status == 201)
            #expect(created.id == "amara-okafor")
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/amara-okafor", patient, body).status == 200)
            let absent: HTTPHeaders = ["If-None-Match": "*"]
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/amara-okafor", patient, body, headers: absent).status == 412)
            let other = #"{"resourceType":"Patient","id":"other"}"#
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/other", patient, other, headers: ["If-Match": "W/\"1\""]).status == 412)
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/other", patient, other, headers: absent).status == 201)
            // Each release and each type has addresses of its own.
            #expect(try await world.get("/fhir/stu3/Patient/amara-okafor", patient).status == 404)
            #expect(try await world.get("/fhir/r4/Person/amara-okafor", patient).status == 404)
        }
    }

    @Test func eachPersonHasAddressesOfTheirOwn() async throws {
        try await World.run { world in
            let (one, other) = (try world.patient(), try world.patient())
            let body = #"{"resourceType":"Patient","id":"me","gender":"female"}"#
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/me", one, body).status == 201)
            // What is someone else's is not there, whatever is asked.
            #expect(try await world.get("/fhir/r4/Patient/me", other).status == 404)
            #expect(try await world.get("/fhir/r4/Patient/me/_history", other).status == 404)
            #expect(try await world.get("/fhir/r4/Patient/me/_history/1", other).status == 404)
            #expect(try await world.send(.DELETE, "/fhir/r4/Patient/me", other).status == 404)
            #expect(try await world.get("/fhir/r4/Patient", other).json["total"]?.number == 0)
            let mine = try await world.send(.PUT, "/fhir/r4/Patient/me", other, #"{"resourceType":"Patient","id":"me","gender":"male"}"#)
            #expect(mine.status == 201)
            #expect(try await world.get("/fhir/r4/Patient/me", one).json["gender"]?.string == "female")
            let created = try await world.send(.POST, "/fhir/r4/Patient", one, #"{"resourceType":"Patient"}"#)
            #expect(try await world.get("/fhir/r4/Patient/\(created.id)", other).status == 404)
            #expect(try await world.get("/records/\(created.id)", other).status == 404)
            #expect(try await world.get("/records/\(created.id)", one).status == 200)
        }
    }

    @Test func onlyPatientsAndMachinesWithTheScopeComeIn() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let body = #"{"resourceType":"Patient"}"#
            let without = try await world.send(.POST, "/fhir/r4/Patient", nil, body)
            #expect(without.status == 401)
            #expect(try without.issue["code"]?.string == "login")
            let reader = try world.patient(scope: "records:read")
            let refused = try await world.send(.POST, "/fhir/r4/Patient", reader, body)
            #expect(refused.status == 403)
            #expect(try refused.issue["code"]?.string == "forbidden")
            #expect(try await world.get("/fhir/r4/Patient", try world.patient(scope: "records:write")).status == 403)
            for role in [Role.provider, .scheduler, .admin] {
                let caller = World.Person(id: patient.id, token: try World.token(patient.id, role))
                // A provider has to say in whose record.
                #expect(try await world.send(.POST, "/fhir/r4/Patient", caller, body).status == (role == .provider ? 400 : 403))
                #expect(try await world.get("/app-data", caller).status == 403)
            }
            // A patient cannot act for another.
            let other: HTTPHeaders = ["Care-Person": UserID(.v7()).description]
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, body, headers: other).status == 403)
            // A machine says for whom.
            let machine = try world.machine()
            let unnamed = try await world.send(.POST, "/fhir/r4/Patient", machine, body)
            #expect(unnamed.status == 400)
            #expect(unnamed.text.contains("Care-Person"))
            let named: HTTPHeaders = ["Care-Person": patient.id.description]
            let created = try await world.send(.POST, "/fhir/r4/Patient", machine, body, headers: named)
            #expect(created.status == 201)
            #expect(try await world.get("/fhir/r4/Patient/\(created.id)", patient).status == 200)
            #expect(try await world.get("/fhir/r4/Patient/\(created.id)", machine, headers: other).status == 404)
            for scope in ["", "records:any", World.everyScope] {
                let limited = try world.machine(scope: scope)
                let refused = try await world.get("/fhir/r4/Patient/\(created.id)", limited, headers: named)
                #expect(refused.status == 403)
                #expect(refused.headers.first(name: "WWW-Authenticate")?.contains(#"error="insufficient_scope""#) == true)
            }
        }
    }

    @Test func faultsAreOutcomesThatNameThePath() async throws {
        try await World.run { world in
            let patient = try world.patient()
            func refused(_ path: String, _ body: String, _ status: Int, _ expression: String?, _ code: String, headers: HTTPHeaders = [:]) async throws {
                let method: HTTPMethod = path.split(separator: "/").count == 4 ? .PUT : .POST
                let answer = try await world.send(method, path, patient, body, headers: headers)
                #expect(answer.status == status, "\(body)")
                #expect(answer.headers.first(name: "Content-Type") == "application/fhir+json")
                #expect(try answer.json["resourceType"]?.string == "OperationOutcome")
                #expect(try answer.issue["code"]?.string == code)
                #expect(try answer.issue["expression"]?.children.first { _ in true }?.string == expression)
            }
            try await refused("/fhir/r4/Patient", #"{"resourceType":"Patient","name":[{"family":"a","family":"b"}]}"#, 400, "Patient.name[0].family", "structure")
            try await refused("/fhir/r4/Patient", #"{"resourceType":"Patient","name":[{"given":[]}]}"#, 400, "Patient.name[0].given", "structure")
            try await refused("/fhir/r4/Patient", "{", 400, nil, "structure")
            try await refused("/fhir/r4/Patient", "", 400, nil, "structure")
            try await refused("/fhir/r4/Patient", #"{"resourceType":"Observation"}"#, 400, "Observation.resourceType", "invalid")
            try await refused("/fhir/r4/Patient/a", #"{"resourceType":"Patient","id":"b"}"#, 400, "Patient.id", "invalid")
            try await refused("/fhir/r4/Patient/a", #"{"resourceType":"Patient"}"#, 400, "Patient.id", "required")
            try await refused("/fhir/r4/Patient/a", #"{"resourceType":"Patient","id":"a"}"#, 400, "If-Match", "invalid", headers: ["If-Match": "3"])
            try await refused("/fhir/r4/ProcedureRequest", #"{"resourceType":"ProcedureRequest"}"#, 404, nil, "not-supported")
            try await refused("/fhir/r4/Patient", #"{"resourceType":"Patient"}"#, 400, nil, "required", headers: ["If-None-Exist": "_summary=false"])
            try await refused("/fhir/r4/Patient", #"{"resourceType":"Patient"}"#, 415, nil, "not-supported", headers: ["Content-Type": "application/xml"])
            try await refused("/fhir/r4/Patient", #"{"resourceType":"Patient"}"#, 406, nil, "not-supported", headers: ["Accept": "application/fhir+xml"])
            try await refused("/fhir/r4/Patient", #"{"resourceType":"Patient"}"#, 400, "Care-Annotations", "invalid", headers: ["Care-Annotations": "a,,b"])
            try await refused("/fhir/r4/Patient", #"{"resourceType":"Patient"}"#, 400, "Care-Status", "invalid", headers: ["Care-Status": "deleted"])
            let large = #"{"resourceType":"Patient","x":""# + String(repeating: "a", count: ResourceDraft.limit) + #""}"#
            try await refused("/fhir/r4/Patient", large, 413, nil, "too-long")
            #expect(try await world.count("SELECT count(*) FROM records") == 0)
        }
    }

    @Test func preferAndConditionalReads() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let minimal = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#, headers: ["Prefer": "return=minimal"])
            #expect(minimal.status == 201 && minimal.body.isEmpty)
            let location = try #require(minimal.headers.first(name: "Location"))
            let id = try #require(location.split(separator: "/").dropLast(2).last)
            let outcome = try await world.send(
                .POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#, headers: ["Prefer": "return=OperationOutcome"])
            #expect(try outcome.issue["severity"]?.string == "information")
            let path = "/fhir/r4/Patient/\(id)"
            let known = try await world.get(path, patient, headers: ["If-None-Match": #"W/"1""#])
            #expect(known.status == 304 && known.body.isEmpty && known.tag == #"W/"1""#)
            #expect(try await world.get(path, patient, headers: ["If-None-Match": #"W/"2""#]).status == 200)
            #expect(try await world.get(path, patient, headers: ["If-Modified-Since": "Fri, 06 Mar 2026 12:00:00 GMT"]).status == 304)
            #expect(try await world.get(path, patient, headers: ["If-Modified-Since": "Fri, 06 Mar 2026 11:59:59 GMT"]).status == 200)
            #expect(try await world.send(.HEAD, path, patient).body.isEmpty)
        }
    }

    /// As of what a search finds: http://hl7.org/fhir/R4/http.html#read.
    @Test func aPartIsRead() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let narrative = #""text":{"status":"generated","div":"<div xmlns=\"http://www.w3.org/1999/xhtml\">P</div>"}"#
            let body = #"{"resourceType":"Patient","id":"p","active":true,"gender":"female","contact":[{"name":{"family":"Okafor"}}],\#(narrative)}"#
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/p", patient, body).status == 201)
            let all = ["active", "gender", "contact", "text"]
            for (query, members) in [
                ("_elements=gender", ["gender"]), ("_elements=Patient.contact", ["contact"]), ("_summary=true", ["active", "gender"]), ("_summary=text", ["text"]),
                ("_summary=data", ["active", "gender", "contact"]), ("_summary=false", all), ("_summary=count", all)
            ] {
                for path in ["/fhir/r4/Patient/p", "/fhir/r4/Patient/p/_history/1"] {
                    let read = try await world.get("\(path)?\(query)", patient)
                    #expect(read.status == 200 && read.tag == #"W/"1""#)
                    let json = try read.json
                    #expect(all.filter { json[$0] != nil } == members, "\(query)")
                    let isPart = json["meta"]?["tag"]?.children.contains { $0["code"]?.string == "SUBSETTED" } ?? false
                    #expect(isPart == (members != all), "\(query)")
                }
            }
            for query in ["_summary=some", "_elements=", "_count=1"] {
                #expect(try await world.get("/fhir/r4/Patient/p?\(query)", patient).status == 400, "\(query)")
            }
        }
    }

    @Test func aRetriedCreationMakesOneResource() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let key: HTTPHeaders = ["Idempotency-Key": UUID().uuidString]
            let answers = try await together(10) { _ in try await insisting { try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient, headers: key) } }
            #expect(answers.allSatisfy { $0.status == 201 })
            #expect(Set(answers.map(\.text)).count == 1)
            #expect(try await world.count("SELECT count(*) FROM records") == 1)
        }
    }

    @Test func annotationsAndStatusAreKeptUnlessGiven() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let body = #"{"resourceType":"Patient","id":"p"}"#
            let created = try await world.send(
                .PUT, "/fhir/r4/Patient/p", patient, body, headers: ["Care-Annotations": "Morning, fasting", "Care-Status": "pending"])
            #expect(created.headers.first(name: "Care-Annotations") == "fasting, morning")
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/p", patient, body).headers.first(name: "Care-Annotations") == "fasting, morning")
            let record = try await world.pool.withConnection { try await $0.first("SELECT record_id FROM records") }
            let id: RecordID = try #require(record)["record_id"]
            let view = try await world.get("/records/\(id)", patient).json
            #expect(view["status"]?.string == "pending" && view["id"]?.string == "p" && view["format"]?.string == "fhir-r4")
            #expect(view["version"]?.number == 2 && view["annotations"]?.children.map(\.string) == ["fasting", "morning"])
            let cleared = try await world.send(
                .PUT, "/fhir/r4/Patient/p", patient, body, headers: ["Care-Annotations": "", "Care-Status": "active"])
            #expect(cleared.headers.first(name: "Care-Annotations") == nil)
            #expect(try await world.get("/records/\(id)", patient).json["status"]?.string == "active")
        }
    }

    @Test func capabilitiesAreOpenToAnyone() async throws {
        try await World.run { world in
            for (release, version) in [("r4", "4.0.1"), ("stu3", "3.0.2")] {
                let statement = try await world.get("/fhir/\(release)/metadata", nil)
                #expect(statement.status == 200)
                #expect(try statement.json["fhirVersion"]?.string == version)
                // Whoever opens the address itself is told where to begin.
                let base = try await world.get("/fhir/\(release)", nil)
                #expect(base.status == 401 && base.text.contains("/fhir/\(release)/metadata") && base.text.contains("/docs/records"))
            }
        }
    }

    @Test func measurementsAreTold() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let created = try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate())
            let id = created.id
            let record = try #require(UUID(uuidString: id))
            func put(_ text: String) async throws {
                let body = text.replacingOccurrences(of: #"{"resourceType":"Observation","#, with: #"{"resourceType":"Observation","id":"\#(id)","#)
                #expect(try await world.send(.PUT, "/fhir/r4/Observation/\(id)", patient, body).status == 200)
            }
            try await put(Examples.heartRate("63"))
            try await put(Examples.heartRate("63", status: "entered-in-error"))
            try await put(Examples.heartRate("63", status: "cancelled"))
            try await put(Examples.heartRate("64", status: "amended"))
            #expect(try await world.send(.DELETE, "/fhir/r4/Observation/\(id)", patient).status == 204)
            let told = try await world.events(of: record, on: .observations)
            #expect(told.map(\.version) == [1, 2, 3, 4, 5])
            #expect(
                told.map(\.type) == [
                    ObservationMeasured.type, ObservationMeasured.type, ObservationWithdrawn.type, ObservationMeasured.type, ObservationWithdrawn.type
                ])
            let first = try CareJSON.decode(ObservationMeasured.self, from: Data(told[0].data.utf8))
            #expect(first.userId == patient.id && first.code == "40443-4" && first.recordVersion == 1 && !told[0].data.contains("62.5"))
            let key = try await world.measurementKey(of: patient.id)
            #expect(try key.open(first) == MeasuredAmount(value: 62.5, unit: "/min"))
            let fourth = try CareJSON.decode(ObservationMeasured.self, from: Data(told[3].data.utf8))
            #expect(fourth.recordVersion == 5)
            // What was sealed for one event does not open in another.
            var moved = fourth
            moved.sealed = first.sealed
            #expect(throws: CannotOpen.self) { try key.open(moved) }
            #expect(try await world.events(of: record).map(\.version) == [1, 2, 3, 4, 5, 6])
            // STU3 as well, and every vital sign; other codes stay.
            let stu3 = try await world.send(.POST, "/fhir/stu3/Observation", patient, Examples.heartRate())
            #expect(try await world.events(of: try #require(UUID(uuidString: stu3.id)), on: .observations).count == 1)
            let pulse = try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate(code: "8867-4"))
            #expect(try await world.events(of: try #require(UUID(uuidString: pulse.id)), on: .observations).count == 1)
            let other = try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate(code: "2345-7"))
            #expect(try await world.events(of: try #require(UUID(uuidString: other.id)), on: .observations).isEmpty)
        }
    }

    @Test func theKeyOfMeasurementsIsForTrustedMachinesAndDiesWithTheAccount() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let path = "/records/measurement-keys/\(patient.id)"
            let machine = try world.machine(scope: "measurements:read")
            #expect(try await world.send(.GET, path, machine).status == 404)
            #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).status == 201)
            let answer = try await world.send(.GET, path, machine)
            #expect(answer.status == 200 && answer.headers.first(name: "Cache-Control") == "no-store")
            #expect(try answer.json["userId"]?.string == patient.id.description && answer.json["algorithm"]?.string == "A256GCM")
            let key = try await world.measurementKey(of: patient.id)
            #expect(try answer.json["key"]?.string == Base64URL.encode(key.bytes))
            let noted = try await world.accesses(patient).filter { $0["interaction"]?.string == "measurement-key" }
            #expect(noted.map { $0["basis"]?.string } == ["machine"])
            for refused in [patient, try world.machine()] { #expect(try await world.send(.GET, path, refused).status == 403) }
            try await world.pool.transaction { try await ErasePerson(keys: world.dependencies.keys, now: world.clock.now)(patient.id, $0) }
            #expect(try await world.send(.GET, path, machine).status == 404)
        }
    }

    /// Nobody is told any more what went before, and no version is drawn again.
    @Test func whatWaitsOfTheErasedIsNotSent() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            for person in [patient, other] {
                for text in [Examples.heartRate(), Examples.patient] {
                    let type = text == Examples.patient ? "Patient" : "Observation"
                    #expect(try await world.send(.POST, "/fhir/r4/\(type)", person, text).status == 201)
                }
            }
            // One that was sent.
            try await world.pool.withConnection { connection in
                let sent = try await connection.batch([
                    "DELETE FROM outbox_pending WHERE position = (SELECT min(position) FROM outbox WHERE topic = 'care.observations.v1')"
                ])
                #expect(sent == [1])
            }
            try await world.pool.transaction { try await ErasePerson(keys: world.dependencies.keys, now: world.clock.now)(patient.id, $0) }
            #expect(try await world.count("SELECT count(*) FROM outbox_pending") == 3)
            #expect(try await world.count("SELECT count(*) FROM outbox_pending JOIN outbox USING (position)") == 3)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE topic = 'care.observations.v1'") == 1)
        }
    }
}
