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
