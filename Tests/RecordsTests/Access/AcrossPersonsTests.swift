import CareModels
import Foundation
import HTTP
import JSON
import Sealing
import ServiceTestKit
import Testing

@testable import RecordsService

/// A search that names nobody.
@Suite(.timeLimit(.minutes(5))) struct AcrossPersonsTests {
    private struct Found: Equatable {
        var entries: [String] = []
        var totals: [Double?] = []
    }

    /// By its next links, to the end: `Patient/ID` of each entry's person.
    private static func all(_ world: World, _ path: String, _ caller: World.Person, most: Int = 30) async throws -> Found {
        var (found, next) = (Found(), Optional(path))
        while let path = next, found.totals.count < most {
            let answer = try await world.get(path, caller)
            #expect(answer.status == 200, "\(answer.text)")
            let json = try answer.json
            found.totals.append(json["total"]?.number)
            for entry in json["entry"]?.children.map({ $0 }) ?? [] {
                let extensions = entry["search"]?["extension"]?.children.map { $0 } ?? []
                let person = extensions.first { $0["url"]?.string == RecordExtensions.person }
                found.entries.append(person?["valueReference"]?["reference"]?.string ?? "nobody")
            }
            next = json["link"]?.children.first { $0["relation"]?.string == "next" }?["url"]?.string?.replacing("http://care.test", with: "")
        }
        return found
    }

    /// Each with so many observations, in the order of their ids.
    private static func patients(_ world: World, _ counts: [Int]) async throws -> [World.Person] {
        let patients = try counts.map { _ in try world.patient() }.sorted { $0.id < $1.id }
        for (patient, count) in zip(patients, counts) {
            for _ in 0..<count { #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).status == 201) }
        }
        return patients
    }

    private static func named(_ patients: [World.Person], _ counts: [Int]) -> [String] {
        zip(patients, counts).flatMap { Array(repeating: "Patient/\($0.id)", count: $1) }
    }

    /// Where a list goes on is sealed for whom some of it may be out of reach: nothing behind that is lost.
    @Test func sealedPlacesGoOn() async throws {
        try await World.run { world in
            let patients = try await Self.patients(world, [0, 0])
            let provider = try await world.provider(scope: "user/Binary.rs")
            for patient in patients {
                _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
                for index in 0..<3 {
                    let body = #"{"resourceType":"Binary","id":"b\#(index)","contentType":"text/plain","data":"YQ=="}"#
                    #expect(try await world.send(.PUT, "/fhir/r4/Binary/b\(index)", patient, body).status == 201)
                }
            }
            #expect(try await Self.all(world, "/fhir/r4/Binary?_count=2", provider).entries == Self.named(patients, [3, 3]))
            // Which of them stand under other rules their bodies alone tell: how many there are is not told, and is not none.
            #expect(try await Self.all(world, "/fhir/r4/Binary?_total=accurate", provider) == Found(entries: Self.named(patients, [3, 3]), totals: [nil]))
            let count = try await world.get("/fhir/r4/Binary?_summary=count", provider)
            #expect(try count.status == 200 && count.json["total"] == nil)
            let reader = World.Person(id: provider.id, token: try World.token(provider.id, .provider))
            #expect(try await world.get("/fhir/r4/Binary?_summary=count", reader).json["total"]?.number == 6)
        }
    }

    @Test func aProviderFindsWhatTheyWereGiven() async throws {
        try await World.run { world in
            let counts = [2, 3, 1, 2]
            let patients = try await Self.patients(world, counts)
            let provider = try await world.provider()
            let path = "/fhir/r4/Observation"
            #expect(try await Self.all(world, path, provider) == Found(entries: [], totals: [nil]))
            #expect(try await world.get(path + "?_total=accurate", provider).json["total"]?.number == 0)
            var consents: [String] = []
            for patient in patients.prefix(3) { consents.append(try await world.consent(patient, to: "Practitioner/\(provider.id)", World.observationsOnly)) }
            // Of one who gives something else, and one whose gift is over, there is nothing.
            _ = try await world.consent(patients[3], to: "Practitioner/\(provider.id)", #","class":[{"system":"http://hl7.org/fhir/resource-types","code":"Condition"}]"#)
            _ = try await world.consent(patients[3], to: "Practitioner/\(provider.id)", #","period":{"end":"2020-01-01"}"#)
            let wanted = Self.named(patients, [2, 3, 1, 0])
            for query in ["", "?_count=1", "?_count=2", "?_count=4", "?status=final&_count=2", "?_total=none"] {
                let found = try await Self.all(world, path + query, provider)
                #expect(found.entries == wanted && found.totals.allSatisfy { $0 == nil }, "\(query)")
            }
            let counted = try await Self.all(world, path + "?_total=accurate&_count=2", provider)
            #expect(counted.entries == wanted && counted.totals.first == 6)
            #expect(try await world.get(path + "?_summary=count", provider).json["total"]?.number == 6)
            #expect(try await Self.all(world, "/fhir/r4?_type=Observation,Condition", provider).entries == wanted)
            // Who is named is meant.
            #expect(try await world.get(path + "?patient=\(patients[1].id)", provider).json["total"]?.number == 0)
            #expect(try await world.get(path, provider, headers: World.of(patients[1])).json["total"]?.number == 3)
            let form = try await world.send(.POST, path + "/_search", provider, Array("_count=3".utf8), type: "application/x-www-form-urlencoded")
            #expect(try form.json["entry"]?.childCount == 3)
            // Neither sorted nor counted by pages; no place of another list.
            for query in ["?_sort=date", "?_page=2", "?_after=\(RecordID(.v7()))", "?_after=p.x", "?nothing=1"] {
                #expect(try await world.get(path + query, provider).status == 400, "\(query)")
            }
            #expect(try await world.get(path + "?_after=p.\(patients[0].id)", provider, headers: World.of(patients[0])).status == 400)
            // The token binds, whoever has given what.
            let narrow = World.Person(id: provider.id, token: try World.token(provider.id, .provider, scope: "user/Condition.rs"))
            #expect(try await world.get(path, narrow).status == 403)
            #expect(try await world.send(.DELETE, "/fhir/r4/Consent/\(consents[1])", patients[1]).status == 204)
            #expect(try await Self.all(world, path, provider).entries == Self.named(patients, [2, 0, 1, 0]))
            let unverified = try await world.provider(isVerified: false)
            _ = try await world.consent(patients[0], to: "Practitioner/\(unverified.id)")
            #expect(try await Self.all(world, path, unverified).entries == [])
        }
    }

    @Test func eachPersonsLogSaysSo() async throws {
        try await World.run { world in
            let patients = try await Self.patients(world, [1, 1, 1])
            let provider = try await world.provider()
            for patient in patients.prefix(2) { _ = try await world.consent(patient, to: "Practitioner/\(provider.id)") }
            #expect(try await Self.all(world, "/fhir/r4/Observation", provider).entries.count == 2)
            for (patient, count) in zip(patients, [1, 1, 0]) {
                let theirs = try await world.accesses(patient).filter { $0["role"]?.string == "provider" }
                #expect(theirs.count == count)
                #expect(theirs.allSatisfy { $0["interaction"]?.string == "search-type" && $0["basis"]?.string == "consent" && $0["refused"]?.flag == false })
            }
        }
    }

    @Test func aMachineFindsEverybodys() async throws {
        try await World.run { world in
            let counts = [1, 2, 1]
            let patients = try await Self.patients(world, counts)
            let machine = try world.machine(scope: "system/Observation.rs records:any")
            #expect(try await Self.all(world, "/fhir/r4/Observation?_count=2", machine).entries == Self.named(patients, counts))
            #expect(try await world.get("/fhir/r4/Observation?_total=accurate&_count=1", machine).json["total"]?.number == 4)
            #expect(try await world.get("/fhir/r4/Condition", machine).status == 403)
            #expect(try await world.get("/fhir/r4/Observation", try world.machine(scope: "system/Observation.rs")).status == 403)
            #expect(try await world.get("/fhir/r4/Observation?subject=Patient/\(patients[1].id)", machine).json["total"]?.number == 0)
            let log = try await world.accesses(patients[2])
            #expect(log.contains { $0["basis"]?.string == "machine" && $0["interaction"]?.string == "search-type" })
        }
    }

    /// Of more persons than are looked at for one answer.
    @Test func oneAnswerLooksAtSoManyPersons() async throws {
        try await World.run { world in
            let counts = (0...SearchPersons.most).map { $0 == SearchPersons.most ? 2 : 0 }
            let patients = try counts.map { _ in try world.patient() }.sorted { $0.id < $1.id }
            for patient in patients { #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#).status == 201) }
            let last = try #require(patients.last)
            for _ in 0..<2 { #expect(try await world.send(.POST, "/fhir/r4/Observation", last, Examples.heartRate()).status == 201) }
            let machine = try world.machine()
            let found = try await Self.all(world, "/fhir/r4/Observation?_total=accurate", machine)
            // An empty page that goes on; what all of them are is not known.
            #expect(found.entries == Self.named(patients, counts) && found.totals == [nil, nil])
            #expect(try await world.get("/fhir/r4/Observation?_summary=count", machine).status == 413)
            // Behind whom it goes on, who may have given nothing, the link does not tell.
            let links = try await world.get("/fhir/r4/Observation", machine).json["link"]?.children.compactMap { $0["url"]?.string } ?? []
            #expect(links.count == 2 && patients.allSatisfy { patient in !links.contains { $0.contains(patient.id.description) } })
        }
    }

    @Test(arguments: ["p.", "p.x", "q.0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11", "p.0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11.", "p.0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11.1.2"])
    func noPlace(_ text: String) { #expect(PersonsPlace(text) == nil) }

    @Test func placesAreReadAsTheyAreWritten() throws {
        let places = [
            PersonsPlace(owner: UserID(.v7())), PersonsPlace(owner: UserID(.v7()), after: RecordID(.v7())), PersonsPlace(owner: UserID(.v7()), next: "s.a_b-c")
        ]
        for place in places {
            #expect(PersonsPlace(place.description) == place)
            // In a link nobody reads whose it is; one of the release before is read as it was.
            let sealed = try place.sealed(World.masters)
            #expect(PersonsPlace(sealed, World.masters) == place && PersonsPlace(place.description, World.masters) == place)
            #expect(PersonsPlace(sealed) == nil && !sealed.contains(place.owner.description))
            #expect(PersonsPlace(sealed, MasterKeys(current: [UInt8](repeating: 7, count: 32))) == nil)
            #expect(PersonsPlace(sealed, MasterKeys(current: [UInt8](repeating: 7, count: 32), earlier: [[UInt8](repeating: 42, count: 32)])) == place)
        }
    }
}
