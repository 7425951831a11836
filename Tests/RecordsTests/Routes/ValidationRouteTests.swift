import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// What becomes of resources that are not as FHIR has them, and what `$validate` says of them.
@Suite(.timeLimit(.minutes(5))) struct ValidationRouteTests {
    private static let broken =
        #"{"resourceType":"Observation","status":"done","valueString":"high","dataAbsentReason":{"text":"none"},"subjet":{"reference":"Patient/1"}}"#
    private static let sound = #"{"resourceType":"Observation","status":"final","code":{"text":"Pulse"}}"#

    /// Who writes for others has it looked at before, with whom it will be about or without.
    @Test func providersAndMachinesMayAsk() async throws {
        try await World.run { world in
            let (patient, provider, machine) = (try world.patient(), try await world.provider(), try world.machine())
            let path = "/fhir/r4/Observation/$validate"
            for caller in [provider, machine] {
                #expect(try await world.send(.POST, path, caller, Self.sound).status == 200)
                #expect(try issues(await world.send(.POST, path, caller, Self.broken)) == Self.faults)
            }
            #expect(try await world.send(.POST, path, try await world.provider(scope: "user/Condition.cruds"), Self.sound).status == 403)
            // Of a record only who was given something of it is told anything.
            #expect(try await world.send(.POST, path, provider, Self.sound, headers: World.of(patient)).status == 404)
            let pulse = try await world.send(.POST, "/fhir/r4/Observation", patient, Self.sound).id
            let stored = "/fhir/r4/Observation/\(pulse)/$validate?mode=profile"
            #expect(try await world.send(.POST, stored, provider).status == 400)
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            #expect(try await world.send(.POST, path, provider, Self.sound, headers: World.of(patient)).status == 200)
            #expect(try await world.send(.POST, stored, provider, headers: World.of(patient)).status == 200)
        }
    }

    private func issues(_ answer: Answer) throws -> [String] {
        #expect(try answer.json["resourceType"]?.string == "OperationOutcome")
        return try #require(try answer.json["issue"]).children.filter { $0["severity"]?.string == "error" }.map { issue in
            let place = issue["expression"]?.children.first { _ in true }?.string ?? ""
            return "\(issue["code"]?.string ?? "") \(place) | \(issue["details"]?["text"]?.string ?? "")"
        }
    }

    private static let faults = [
        "code-invalid Observation.status | Observation.status: binding http://hl7.org/fhir/ValueSet/observation-status",
        "structure Observation.subjet | Observation: unknown element",
        "required Observation.code | Observation.code: min 1",
        "invariant Observation | obs-6"
    ]

    @Test(arguments: ["r4", "stu3"]) func everyFaultIsToldAndNothingIsStored(release: String) async throws {
        try await World.run(validation: .enforce) { world in
            let patient = try world.patient()
            let post = try await world.send(.POST, "/fhir/\(release)/Observation", patient, Self.broken)
            #expect(post.status == 400)
            #expect(try issues(post) == Self.faults)
            let body = Self.broken.replacingOccurrences(of: #""status""#, with: #""id":"one","status""#)
            let put = try await world.send(.PUT, "/fhir/\(release)/Observation/one", patient, body)
            #expect(put.status == 400)
            #expect(try issues(put) == Self.faults)
            #expect(try await world.get("/fhir/\(release)/Observation?_summary=count", patient).json["total"]?.number == 0)
            #expect(try await world.send(.POST, "/fhir/\(release)/Observation", patient, Self.sound).status == 201)
        }
    }

    @Test func bundles() async throws {
        try await World.run(validation: .enforce) { world in
            let patient = try world.patient()
            let bundle = { (kind: String) in
                let entries = [Self.sound, Self.broken].map { #"{"resource":\#($0),"request":{"method":"POST","url":"Observation"}}"# }
                return #"{"resourceType":"Bundle","type":"\#(kind)","entry":[\#(entries.joined(separator: ","))]}"#
            }
            let all = try await world.send(.POST, "/fhir/r4", patient, bundle("transaction"))
            #expect(all.status == 400)
            #expect(try issues(all).contains("required Bundle.entry[1].resource.code | Observation.code: min 1"))
            let empty = bundle("transaction").replacingOccurrences(of: #""high""#, with: "\"\"")
            let told = try issues(try await world.send(.POST, "/fhir/r4", patient, empty))
            #expect(told.contains("value Bundle.entry[1].resource.value | Observation.value[x]: string"))
            #expect(told.contains("required Bundle.entry[1].resource.code | Observation.code: min 1"))
            #expect(try await world.get("/fhir/r4/Observation?_summary=count", patient).json["total"]?.number == 0)
            let each = try await world.send(.POST, "/fhir/r4", patient, bundle("batch"))
            let responses = try #require(try each.json["entry"]).children.compactMap { $0["response"] }
            #expect(responses.map { $0["status"]?.string?.prefix(3) } == ["201", "400"])
            #expect(responses.last?["outcome"]?["issue"]?.childCount ?? 0 >= Self.faults.count)
        }
    }

    @Test func warningsStoreAndTell() async throws {
        try await World.run(validation: .warn) { world in
            let patient = try world.patient()
            let answer = try await world.send(.POST, "/fhir/r4/Observation", patient, Self.broken, headers: ["Prefer": "return=OperationOutcome"])
            #expect(answer.status == 201)
            #expect(try issues(answer) == Self.faults)
        }
        try await World.run(validation: .off) { world in
            let patient = try world.patient()
            let answer = try await world.send(.POST, "/fhir/r4/Observation", patient, Self.broken, headers: ["Prefer": "return=OperationOutcome"])
            #expect(answer.status == 201)
            #expect(try issues(answer).isEmpty)
        }
    }

    @Test func validateStoresNothing() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for path in ["/fhir/r4/Observation/$validate", "/fhir/r4/Observation/one/$validate"] {
                let wrong = try await world.send(.POST, path, patient, Self.broken)
                #expect(wrong.status == 200)
                #expect(try issues(wrong) == Self.faults)
                let right = try await world.send(.POST, path, patient, Self.sound.replacingOccurrences(of: #""final""#, with: #""final","id":"one""#))
                #expect(right.status == 200)
                #expect(try issues(right).isEmpty)
            }
            let parameters = { (more: String) in
                #"{"resourceType":"Parameters","parameter":[{"name":"resource","resource":\#(Self.sound)}\#(more)]}"#
            }
            let mode = parameters(#",{"name":"mode","valueCode":"update"}"#)
            #expect(try issues(try await world.send(.POST, "/fhir/r4/Observation/$validate", patient, mode)) == ["required Observation.id | mode update"])
            let other = try await world.send(.POST, "/fhir/r4/Condition/$validate", patient, parameters(""))
            #expect(try issues(other) == ["value Condition.resourceType | address"])
            let deletion = try await world.send(.POST, "/fhir/r4/Observation/$validate", patient, parameters(#",{"name":"mode","valueCode":"delete"}"#))
            #expect(deletion.status == 400 && deletion.text.contains("the address names the resource"))
            #expect(try await world.get("/fhir/r4/Observation?_summary=count", patient).json["total"]?.number == 0)
        }
    }

    private static func mode(_ mode: String, _ resource: String? = nil) -> String {
        let resource = resource.map { #",{"name":"resource","resource":\#($0)}"# } ?? ""
        return #"{"resourceType":"Parameters","parameter":[{"name":"mode","valueCode":"\#(mode)"}\#(resource)]}"#
    }

    private static let named = sound.replacingOccurrences(of: #""final""#, with: #""final","id":"one""#)

    private static func ask(_ world: World, _ path: String, _ person: World.Person, _ body: String?) async throws -> Answer {
        try await world.send(.POST, "/fhir/r4/\(path)", person, body)
    }

    /// What is done with the resource is refused to who asks as to who does it.
    @Test func modesAskForWhatTheyAreAbout() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            let stored = Self.broken.replacingOccurrences(of: #""status""#, with: #""id":"one","status""#)
            #expect(try await world.send(.PUT, "/fhir/r4/Observation/one", patient, stored).status == 201)
            let one = "Observation/one/$validate"
            // Without a resource the stored one.
            #expect(try issues(await Self.ask(world, one, patient, Self.mode("profile"))) == Self.faults)
            #expect(try issues(await Self.ask(world, one + "?mode=profile", patient, nil)) == Self.faults)
            for body in [Self.mode("delete"), Self.mode("delete", Self.named)] { #expect(try issues(await Self.ask(world, one, patient, body)).isEmpty) }
            #expect(try issues(await Self.ask(world, one, patient, Self.mode("update", Self.named))).isEmpty)
            #expect(try issues(await Self.ask(world, one + "?mode=update", patient, Self.named)).isEmpty)
            #expect(try issues(await Self.ask(world, "Observation/new/$validate?mode=update", patient, Self.named)) == ["value Observation.id | address"])
            #expect(try await Self.ask(world, one, patient, Self.mode("profile", Self.named)).status == 400)
            for mode in ["profile", "delete"] {
                #expect(try await Self.ask(world, "Observation/none/$validate", patient, Self.mode(mode)).status == 404)
                #expect(try await Self.ask(world, one, other, Self.mode(mode)).status == 404)
            }
            // What is deleted is not there any more, and can be deleted again, or written anew.
            #expect(try await world.send(.DELETE, "/fhir/r4/Observation/one", patient).status == 204)
            #expect(try await Self.ask(world, one, patient, Self.mode("profile")).status == 410)
            #expect(try issues(await Self.ask(world, one, patient, Self.mode("delete"))).isEmpty)
            #expect(try issues(await Self.ask(world, one, patient, Self.mode("update", Self.named))).isEmpty)
            #expect(try await world.count("SELECT count(*) FROM record_versions") == 2)
        }
    }

    @Test func eachModeTakesItsOwnScope() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.PUT, "/fhir/r4/Observation/one", patient, Self.named).status == 201)
            let expected: [(scope: String, allowed: Set<String>)] = [
                ("user/Observation.r", ["profile"]), ("user/Observation.d", ["delete"]), ("user/Observation.c", ["create"]), ("user/Observation.u", ["update"])
            ]
            for (scope, allowed) in expected {
                let narrow = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: scope))
                for mode in ["create", "update", "delete", "profile"] {
                    let body = Self.mode(mode, mode == "profile" ? nil : Self.named)
                    let answer = try await Self.ask(world, "Observation/one/$validate", narrow, body)
                    #expect(answer.status == (allowed.contains(mode) ? 200 : 403), "\(scope) \(mode)")
                }
            }
            // Of some category alone.
            let narrow = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: "user/Observation.cud?category=laboratory"))
            #expect(try await Self.ask(world, "Observation/$validate?mode=create", narrow, Self.sound).status == 403)
            #expect(try await Self.ask(world, "Observation/one/$validate", narrow, Self.mode("delete")).status == 404)
        }
    }

    /// What the platform has noted of others nobody changes, and nobody is told that they could.
    @Test func whatWasNotedForGoodCannotBeDeleted() async throws {
        try await World.run { world in
            let (patient, machine) = (try world.patient(), try world.machine())
            #expect(try await world.send(.POST, "/fhir/r4/Basic", machine, #"{"resourceType":"Basic"}"#, headers: World.of(patient)).status == 201)
            let found = try await world.get("/fhir/r4/Provenance", patient).json["entry"]?.children.first { _ in true }
            let path = "/fhir/r4/Provenance/\(try #require(found?["resource"]?["id"]?.string))/$validate"
            #expect(try await world.send(.POST, path, machine, Self.mode("delete"), headers: World.of(patient)).status == 405)
            #expect(try await world.send(.POST, path, patient, Self.mode("delete")).status == 200)
            #expect(try await world.send(.POST, "/fhir/r4/AuditEvent/access.1.0/$validate", patient, Self.mode("delete")).status == 405)
        }
    }

    private static let definition = "http://hl7.org/fhir/StructureDefinition/"

    private static let profiles: [(String, Int)] = [
        ("\(definition)Observation", 200), ("\(definition)Observation|4.0.1", 200), ("\(definition)Resource", 200), ("\(definition)Observation|3.0.1", 400),
        ("\(definition)vitalsigns", 400), ("\(definition)Patient", 400), ("https://example.org/profile", 400), ("", 400)
    ]

    @Test(arguments: profiles) func aProfileIsFHIRsOwn(_ profile: String, _ status: Int) async throws {
        try await World.run { world in
            let parameters = #"{"resourceType":"Parameters","parameter":[{"name":"profile","valueUri":"\#(profile)"},{"name":"resource","resource":\#(Self.sound)}]}"#
            let answer = try await Self.ask(world, "Observation/$validate", try world.patient(), parameters)
            #expect(answer.status == status)
            if status == 400 { #expect(try answer.issue["code"]?.string == "not-supported") }
        }
    }

    private static let refused: [(String, String)] = [
        (#"{"resourceType":"Parameters"}"#, "required"), (#"{"resourceType":"Parameters","parameter":[{"name":"mode","valueCode":"create"}]}"#, "required"),
        (#"{"resourceType":"Parameters","parameter":[{"name":"usageContext","valueCode":"x"}]}"#, "not-supported"),
        (#"{"resourceType":"Parameters","parameter":[{"name":"mode","valueCode":"look"}]}"#, "not-supported"),
        (#"{"resourceType":"Parameters","parameter":[{"name":"mode","valueString":"create"}]}"#, "value"),
        (#"{"resourceType":"Parameters","parameter":[{"name":"mode","valueCode":"create"},{"name":"mode","valueCode":"create"}]}"#, "invalid"),
        (#"{"resourceType":"Parameters","parameter":[{"name":"resource"}]}"#, "required"), (#"{"resourceType":"Parameters","parameter":{}}"#, "structure"),
        ("", "required")
    ]

    @Test(arguments: refused) func whatIsNotTakenIsToldClearly(_ body: String, _ code: String) async throws {
        try await World.run { world in
            let answer = try await Self.ask(world, "Observation/$validate", try world.patient(), body)
            #expect(answer.status == 400)
            #expect(try answer.issue["code"]?.string == code)
        }
    }

    /// Parameters are a resource, too.
    @Test func parametersAreLookedAtThemselves() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let parameters = #"{"resourceType":"Parameters","parameter":[{"name":"mode","valueCode":"x"}]}"#
            #expect(try issues(await Self.ask(world, "Parameters/$validate", patient, parameters)).isEmpty)
            let within = #"{"resourceType":"Parameters","parameter":[{"name":"resource","resource":\#(parameters)}]}"#
            #expect(try issues(await Self.ask(world, "Parameters/$validate", patient, within)).isEmpty)
        }
    }

    @Test func whoMayAsk() async throws {
        try await World.run { world in
            for (scope, status) in [
                ("records:read", 200), ("records:write", 200), ("user/Observation.r", 200), ("user/Observation.c", 200), ("user/Condition.cruds", 403), ("openid", 403)
            ] {
                let answer = try await world.send(.POST, "/fhir/r4/Observation/$validate", try world.patient(scope: scope), Self.sound)
                #expect(answer.status == status, "\(scope)")
            }
        }
    }

    @Test func theTextIsInThePersonsLanguage() async throws {
        try await World.run(validation: .enforce) { world in
            let answer = try await world.send(
                .POST, "/fhir/r4/Observation", try world.patient(), #"{"resourceType":"Observation","status":"final"}"#, headers: ["Accept-Language": "fr"])
            #expect(try answer.issue["diagnostics"]?.string == "Observation.code manque\u{A0}; cet élément est obligatoire.")
        }
    }
}
