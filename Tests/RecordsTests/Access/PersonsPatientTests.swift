import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// An imported record calls its person by a Patient resource with an id of its own, an app by their account's: both find it.
@Suite(.timeLimit(.minutes(5))) struct PersonsPatientTests {
    /// A transaction as Synthea writes them: the Patient's id, and the observation's.
    private static func imported(_ world: World, _ person: World.Person, _ release: String) async throws -> (patient: String, pulse: String) {
        let (patient, pulse) = ("urn:uuid:0fa5a5e6-0000-4000-8000-000000000001", "urn:uuid:0fa5a5e6-0000-4000-8000-000000000002")
        let bundle = """
            {"resourceType":"Bundle","type":"transaction","entry":[\
            {"fullUrl":"\(patient)","resource":{"resourceType":"Patient","name":[{"family":"Diop"}]},"request":{"method":"POST","url":"Patient"}},\
            {"fullUrl":"\(pulse)","resource":{"resourceType":"Observation","status":"final","code":{"text":"pulse"},"subject":{"reference":"\(patient)"}},\
            "request":{"method":"POST","url":"Observation"}}]}
            """
        #expect(try await world.send(.POST, "/fhir/\(release)", person, bundle).status == 200)
        let found = try await (world.get("/fhir/\(release)/Patient", person).found(), world.get("/fhir/\(release)/Observation", person).found())
        return (try #require(found.0.first), try #require(found.1.first))
    }

    private static func searches(_ id: String) -> [String] {
        [
            "Observation?patient=\(id)", "Observation?subject=Patient/\(id)", "Observation?subject:Patient=\(id)", "Observation?patient=\(id)&status=final",
            "Observation?patient=\(id)&patient.family=diop", "Patient/\(id)/Observation", "Observation?subject=\(id),Practitioner/nobody",
            "Observation?patient=" + (0..<12).map { "Patient/p\($0)," }.joined() + id
        ]
    }

    @Test(arguments: ["r4", "stu3"]) func bothIDsFindARecord(_ release: String) async throws {
        try await World.run { world in
            let (person, provider, machine) = (try world.patient(), try await world.provider(), try world.machine())
            let (patient, pulse) = try await Self.imported(world, person, release)
            _ = try await world.consent(person, to: "Practitioner/\(provider.id)")
            for caller in [person, provider, machine] {
                // Of several that are named the first says whose record it is.
                for id in [person.id.description, patient] {
                    for search in Self.searches(id).dropLast(caller.id == person.id ? 0 : 1) {
                        #expect(try await world.get("/fhir/\(release)/\(search)", caller).found() == [pulse], "\(search)")
                    }
                }
            }
            for caller in [provider, machine] {
                #expect(try await world.get("/fhir/\(release)/Patient/\(patient)", caller).status == 200)
                #expect(try await world.get("/fhir/\(release)/Patient/\(patient)/$everything", caller).found().contains(pulse))
                let form = Array("patient=\(patient)".utf8)
                let posted = try await world.send(.POST, "/fhir/\(release)/Observation/_search", caller, form, type: "application/x-www-form-urlencoded")
                #expect(try posted.found() == [pulse])
            }
            // What an app has written of the account is of the same person.
            let body = #"{"resourceType":"Observation","id":"own","status":"final","subject":{"reference":"Patient/\#(person.id)"}}"#
            #expect(try await world.send(.PUT, "/fhir/\(release)/Observation/own", person, body).status == 201)
            for id in [person.id.description, patient] {
                for search in Self.searches(id) { #expect(try await Set(world.get("/fhir/\(release)/\(search)", person).found()) == [pulse, "own"], "\(search)") }
            }
            let named = try await world.get("/fhir/\(release)/Patient?_has:Observation:patient:_id=own", person).found()
            #expect(named == [patient])
        }
    }

    private static func named(_ id: String) -> HTTPHeaders { ["Care-Person": id] }

    @Test(arguments: ["r4", "stu3"]) func bothIDsNameWhoseRecordItIs(_ release: String) async throws {
        try await World.run { world in
            let (person, provider, machine) = (try world.patient(), try await world.provider(), try world.machine())
            let (patient, pulse) = try await Self.imported(world, person, release)
            _ = try await world.consent(person, to: "Practitioner/\(provider.id)")
            for caller in [person, provider, machine] {
                for id in [person.id.description, patient] {
                    let headers = Self.named(id)
                    #expect(try await world.get("/fhir/\(release)/Observation", caller, headers: headers).found() == [pulse])
                    #expect(try await world.get("/fhir/\(release)/Observation/\(pulse)", caller, headers: headers).status == 200)
                    let made = try await world.send(.POST, "/fhir/\(release)/Basic", caller, #"{"resourceType":"Basic"}"#, headers: headers)
                    #expect(made.status == 201)
                    #expect(try await world.get("/fhir/\(release)/Basic/\(made.id)", person).status == 200)
                }
            }
            // What is in nobody's hands but theirs and a machine's.
            for caller in [person, machine] {
                let made = try await world.send(.POST, "/app-data", caller, Array("{}".utf8), headers: Self.named(patient), type: "application/json")
                #expect(made.status == 201)
                #expect(try await world.get("/app-data/\(made.id)", person).status == 200)
                #expect(try await world.get("/app-data/\(made.id)", machine, headers: Self.named(person.id.description)).status == 200)
            }
            // A key is of one record, whichever of its names is said.
            let key: HTTPHeaders = ["Idempotency-Key": "once", "Care-Person": patient]
            let again: HTTPHeaders = ["Idempotency-Key": "once", "Care-Person": person.id.description]
            let first = try await world.send(.POST, "/app-data", machine, Array("{}".utf8), headers: key, type: "application/json")
            let second = try await world.send(.POST, "/app-data", machine, Array("{}".utf8), headers: again, type: "application/json")
            #expect(first.status == 201 && second.status == 201 && first.id == second.id)
        }
    }

    /// As by the search and the address, it is told to nobody that there is such a Patient.
    @Test func whoIsNamedByAPatientsIDIsToldToNobodyElse() async throws {
        try await World.run { world in
            let (person, other, provider) = (try world.patient(), try world.patient(), try await world.provider())
            let (patient, _) = try await Self.imported(world, person, "r4")
            let (others, _) = try await Self.imported(world, other, "r4")
            _ = try await world.consent(other, to: "Practitioner/\(provider.id)")
            for (caller, status) in [(provider, 404), (other, 403)] {
                func ask(_ id: String, _ path: String) async throws -> Answer { try await world.get(path, caller, headers: Self.named(id)) }
                let (known, unknown) = (try await ask(patient, "/fhir/r4/Observation"), try await ask(RecordID(.v7()).description, "/fhir/r4/Observation"))
                #expect(known.status == status && unknown.status == status && known.untraced == unknown.untraced)
                #expect(try await ask(others, "/fhir/r4/Observation").status == 200)
            }
            // App data are shared with nobody.
            for id in [patient, person.id.description, RecordID(.v7()).description] {
                #expect(try await world.get("/app-data", other, headers: Self.named(id)).status == 403)
            }
            let machine = try world.machine(scope: World.everyScope)
            #expect(try await world.get("/fhir/r4/Observation", machine, headers: Self.named(patient)).status == 403)
            #expect(try await world.get("/app-data", machine, headers: Self.named(patient)).status == 403)
            // Who is nobody's resource is somebody of whom there is nothing yet; another type's id names nobody.
            let everybodys = try world.machine()
            let consent = try #require(try await world.get("/fhir/r4/Consent", other).found().first)
            for id in [UserID(.v7()).description, consent] {
                #expect(try await world.get("/fhir/r4/Patient", everybodys, headers: Self.named(id)).found().isEmpty)
            }
            // By a token for one patient it is their account.
            let launched = World.Person(id: provider.id, token: try TestIssuer.token(provider.id, .provider, scope: World.everyScope, patient: other.id))
            #expect(try await world.get("/fhir/r4/Observation", launched, headers: World.of(other)).status == 200)
            #expect(try await world.get("/fhir/r4/Observation", launched, headers: Self.named(others)).status == 403)
        }
    }

    // MARK: Subscriptions

    @Test func whoSubscribedHearsByBothIDs() async throws {
        try await World.run { world in
            let person = try world.patient()
            let account = try await world.subscribe(person, World.subscription(["Observation?patient=\(person.id)"])).id
            let itself = try await world.subscribe(person, World.subscription(["Patient?_id=\(person.id)"])).id
            // The Patient and what refers to it come in one commit.
            let (patient, pulse) = try await Self.imported(world, person, "r4")
            #expect(try await world.notices(account) == ["handshake 0", "event-notification 1"])
            let byResource = try await world.subscribe(person, World.subscription(["Observation?subject=Patient/\(patient)"])).id
            let byNobody = try await world.subscribe(person, World.subscription(["Observation?patient=\(UserID(.v7()))"])).id
            func put(_ type: String, _ id: String, _ more: String) async throws {
                let body = #"{"resourceType":"\#(type)","id":"\#(id)"\#(more)}"#
                #expect(try await world.send(.PUT, "/fhir/r4/\(type)/\(id)", person, body).status / 100 == 2)
            }
            for id in [patient, person.id.description] { try await put("Observation", pulse, #","subject":{"reference":"Patient/\#(id)"}"#) }
            #expect(try await world.notices(account) == ["handshake 0"] + (1...3).map { "event-notification \($0)" })
            #expect(try await world.notices(byResource) == ["handshake 0", "event-notification 1", "event-notification 2"])
            // Another Patient of the same record is nobody whom the first one's id names.
            try await put("Patient", "second", "")
            try await put("Observation", "of-second", #","subject":{"reference":"Patient/second"}"#)
            #expect(try await world.notices(byResource).count == 3)
            #expect(try await world.notices(account).count == 5)
            #expect(try await world.notices(byNobody) == ["handshake 0"])
            // Both Patients, and that one is gone.
            #expect(try await world.send(.DELETE, "/fhir/r4/Patient/second", person).status == 204)
            #expect(try await world.notices(itself) == ["handshake 0"] + (1...3).map { "event-notification \($0)" })
            // Which stands for nobody any more.
            try await put("Observation", "of-second", #","status":"final","subject":{"reference":"Patient/second"}"#)
            #expect(try await world.notices(account).count == 5)
        }
    }

    /// Another Patient of the same record is somebody else to the first, and one that is gone stands for nobody.
    @Test func onlyTheAccountStandsForAll() async throws {
        try await World.run { world in
            let person = try world.patient()
            func put(_ type: String, _ id: String, _ more: String) async throws {
                let body = #"{"resourceType":"\#(type)","id":"\#(id)"\#(more)}"#
                #expect(try await world.send(.PUT, "/fhir/r4/\(type)/\(id)", person, body).status == 201)
            }
            for id in ["first", "second"] {
                try await put("Patient", id, "")
                try await put("Observation", "of-\(id)", #","subject":{"reference":"Patient/\#(id)"}"#)
            }
            func found(_ id: String) async throws -> Set<String> { Set(try await world.get("/fhir/r4/Observation?patient=\(id)", person).found()) }
            #expect(try await found(person.id.description) == ["of-first", "of-second"])
            #expect(try await found("first") == ["of-first"])
            #expect(try await world.send(.DELETE, "/fhir/r4/Patient/second", person).status == 204)
            #expect(try await found(person.id.description) == ["of-first"])
            #expect(try await found(UserID(.v7()).description).isEmpty)
        }
    }

    /// Who was given nothing is told nothing: not by a Patient's id either.
    @Test func aPatientsIDTellsNobodyThatItIsThere() async throws {
        try await World.run { world in
            let (person, other, provider) = (try world.patient(), try world.patient(), try await world.provider())
            let (patient, _) = try await Self.imported(world, person, "r4")
            let (others, _) = try await Self.imported(world, other, "r4")
            _ = try await world.consent(other, to: "Practitioner/\(provider.id)")
            for path in ["Observation?patient=ID", "Patient/ID/Observation", "Patient/ID", "Patient/ID/$everything"] {
                func ask(_ id: String) async throws -> Answer { try await world.get("/fhir/r4/" + path.replacing("ID", with: id), provider) }
                let (known, unknown) = (try await ask(patient), try await ask(RecordID(.v7()).description))
                #expect(known.status == 404 && unknown.status == 404 && known.untraced == unknown.untraced, "\(path)")
                #expect(try await ask(others).status == 200, "\(path)")
            }
            // A machine without everybody's records is told no more.
            let machine = try world.machine(scope: World.everyScope)
            #expect(try await world.get("/fhir/r4/Observation?patient=\(patient)", machine).status == 403)
            // A token for one patient is for that record, whoever is named.
            #expect(try await world.get("/fhir/r4/Observation?patient=\(others)", person).found().isEmpty)
        }
    }
}
