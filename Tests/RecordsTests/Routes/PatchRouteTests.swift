import CareModels
import FHIR
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

@Suite struct PatchRouteTests {
    private static let json: HTTPHeaders = ["Content-Type": "application/json-patch+json"]

    private static func parameters(_ operation: String) -> String {
        #"{"resourceType":"Parameters","parameter":[{"name":"operation","part":[\#(operation)]}]}"#
    }

    @Test(arguments: ["r4", "stu3"]) func aPatchTouchesNothingElse(release: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let path = "/fhir/\(release)/Patient/amara-okafor"
            #expect(try await world.send(.PUT, path, patient, Examples.patient).status == 201)
            let before = try await world.get(path, patient)
            let patch = #"[{"op":"test","path":"/birthDate","value":"1984-02-29"},{"op":"replace","path":"/birthDate","value":"1984-03-01"}]"#
            let patched = try await world.send(.PATCH, path, patient, patch, headers: Self.json)
            #expect(patched.status == 200)
            #expect(patched.tag == #"W/"2""#)
            let expected = before.text.replacing("1984-02-29\" ,", with: "1984-03-01\" ,").replacing(
                "\"birthDate\" : \"1984-02-29\"", with: "\"birthDate\" : \"1984-03-01\"")
            let stamp = /"versionId":"\d+","lastUpdated":"[^"]+"/
            #expect(try await world.get(path, patient).text.replacing(stamp, with: "") == expected.replacing(stamp, with: ""))

            let operation = #"{"name":"type","valueCode":"replace"},{"name":"path","valueString":"Patient.name[0].family"},{"name":"value","valueString":"O"}"#
            #expect(try await world.send(.PATCH, path, patient, Self.parameters(operation), headers: ["If-Match": #"W/"2""#]).status == 200)
            let now = try await world.get(path, patient)
            #expect(now.tag == #"W/"3""#)
            #expect(now.text.contains(#""family": "O""#) || now.text.contains(#""family":"O""#))
            #expect(now.text.contains("[1.0, 1.00, 1e2, -0.0, 12345678901234567890.123456789012345678901234567890]"))
        }
    }

    @Test func othersAreRefusedAndChangeNothing() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, #"{"resourceType":"Patient","id":"a","gender":"male"}"#).status == 201)
            func expect(_ status: Int, _ code: String, _ body: String, _ headers: HTTPHeaders = Self.json, path: String = "/fhir/r4/Patient/a") async throws {
                let answer = try await world.send(.PATCH, path, patient, body, headers: headers)
                #expect(answer.status == status, "\(body)")
                #expect(try answer.issue["code"]?.string == code, "\(body)")
            }
            let change = #"[{"op":"replace","path":"/gender","value":"female"}]"#
            try await expect(422, "processing", #"[{"op":"test","path":"/gender","value":"female"}]"#)
            try await expect(422, "processing", #"[{"op":"replace","path":"/gender","value":"female"},{"op":"remove","path":"/nothing"}]"#)
            try await expect(400, "invalid", #"{"op":"remove"}"#)
            try await expect(400, "structure", "[")
            try await expect(400, "invalid", #"[{"op":"replace","path":"/id","value":"b"}]"#)
            try await expect(400, "invalid", #"[{"op":"replace","path":"/resourceType","value":"Observation"}]"#)
            try await expect(400, "structure", #"[{"op":"add","path":"/name","value":[]}]"#)
            try await expect(412, "conflict", change, ["Content-Type": "application/json-patch+json", "If-Match": #"W/"7""#])
            try await expect(404, "not-found", change, path: "/fhir/r4/Patient/b")
            try await expect(415, "not-supported", change, ["Content-Type": "application/merge-patch+json"])
            #expect(try await world.send(.PATCH, "/fhir/r4/Patient/a", other, change, headers: Self.json).status == 404)
            #expect(try await world.get("/fhir/r4/Patient/a", patient).tag == #"W/"1""#)
            #expect(try await world.send(.DELETE, "/fhir/r4/Patient/a", patient).status == 204)
            try await expect(410, "not-found", change)
        }
    }

    @Test func whatIsLeftEmptyIsToldWithTheRest() async throws {
        try await World.run(validation: .enforce) { world in
            let patient = try world.patient()
            let id = try await world.send(.POST, "/fhir/r4/Observation", patient, #"{"resourceType":"Observation","status":"final","code":{"text":"Pulse"}}"#).id
            let patch = #"[{"op":"replace","path":"/status","value":""},{"op":"remove","path":"/code"}]"#
            let answer = try await world.send(.PATCH, "/fhir/r4/Observation/\(id)", patient, patch, headers: Self.json)
            #expect(answer.status == 400)
            let rules = try #require(try answer.json["issue"]).children.compactMap { $0["details"]?["text"]?.string }
            #expect(rules.contains("Observation.status: code") && rules.contains("Observation.code: min 1"), "\(rules)")
        }
    }

    /// What a patch tests and what comes of it tell what was there.
    @Test func whoMayNotReadMayNotPatch() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let path = "/fhir/r4/Observation/a"
            let body = #"{"resourceType":"Observation","id":"a","status":"final","code":{"text":"secret"}}"#
            #expect(try await world.send(.PUT, path, patient, body).status == 201)
            func caller(_ scope: String) throws -> World.Person { World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: scope)) }
            let patch = #"[{"op":"replace","path":"/status","value":"amended"}]"#
            let blind = try caller("user/Observation.cu")
            #expect(try await world.send(.PATCH, path, blind, patch, headers: Self.json).status == 403)
            let bundle = """
                {"resourceType":"Bundle","type":"batch","entry":[{"request":{"method":"PATCH","url":"Observation/a"},"resource":\
                {"resourceType":"Binary","contentType":"application/json-patch+json","data":"\(Data(patch.utf8).base64EncodedString())"}}]}
                """
            let answer = try await world.send(.POST, "/fhir/r4", blind, bundle, headers: ["Prefer": "return=representation"])
            #expect(answer.status == 403 || answer.text.contains("403"))
            #expect(!answer.text.contains("secret"))
            #expect(try await world.get(path, patient).tag == #"W/"1""#)
            #expect(try await world.send(.PATCH, path, try caller("user/Observation.ru"), patch, headers: Self.json).status == 200)
            // Nor by a consent to correct alone.
            let provider = try await world.provider()
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)", #","action":[{"coding":[{"code":"correct"}]}]"#)
            var headers = World.of(patient)
            headers.add(contentsOf: Self.json)
            #expect(try await world.send(.PATCH, path, provider, patch, headers: headers).status == 403)
            let whole = #"{"resourceType":"Observation","id":"a","status":"amended"}"#
            #expect(try await world.send(.PUT, path, provider, whole, headers: World.of(patient)).status == 200)
        }
    }

    /// To correct is not to collect: what is not there is not made by a write that would change it.
    @Test func whoMayOnlyCorrectMakesNothing() async throws {
        try await World.run { world in
            let (patient, provider) = (try world.patient(), try await world.provider())
            let of = World.of(patient)
            func observation(_ id: String) -> String { #"{"resourceType":"Observation","id":"\#(id)","status":"final"}"# }
            for id in ["there", "gone"] { #expect(try await world.send(.PUT, "/fhir/r4/Observation/\(id)", patient, observation(id)).status == 201) }
            #expect(try await world.send(.DELETE, "/fhir/r4/Observation/gone", patient).status == 204)
            let correct = #"{"coding":[{"code":"access"}]},{"coding":[{"code":"correct"}]}"#
            let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)", #","action":[\#(correct)]"#)
            #expect(try await world.send(.PUT, "/fhir/r4/Observation/there", provider, observation("there"), headers: of).status == 200)
            #expect(try await world.send(.PUT, "/fhir/r4/Observation/new", provider, observation("new"), headers: of).status == 404)
            #expect(try await world.send(.PUT, "/fhir/r4/Observation/gone", provider, observation("gone"), headers: of).status == 410)
            let nameless = #"{"resourceType":"Observation","status":"final"}"#
            #expect(try await world.send(.PUT, "/fhir/r4/Observation?status=amended", provider, nameless, headers: of).status == 404)
            let entry = #"{"request":{"method":"PUT","url":"Observation/new"},"resource":\#(observation("new"))}"#
            let batch = #"{"resourceType":"Bundle","type":"batch","entry":[\#(entry)]}"#
            let answer = try await world.send(.POST, "/fhir/r4", provider, batch, headers: of).json
            #expect(answer["entry"]?.children.first { _ in true }?["response"]?["status"]?.string?.hasPrefix("404") == true)
            #expect(try await world.get("/fhir/r4/Observation/new", patient).status == 404)
            // To collect as well it is made.
            let both = World.consent(to: "Practitioner/\(provider.id)", #","action":[\#(correct),{"coding":[{"code":"collect"}]}]"#, id: consent)
            #expect(try await world.send(.PUT, "/fhir/r4/Consent/\(consent)", patient, both).status == 200)
            #expect(try await world.send(.PUT, "/fhir/r4/Observation/new", provider, observation("new"), headers: of).status == 201)
        }
    }

    @Test func aBundleTakesSoManyPatches() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, #"{"resourceType":"Patient","id":"a"}"#).status == 201)
            let patch = Data(#"[{"op":"test","path":"/id","value":"a"}]"#.utf8).base64EncodedString()
            let binary = #"{"resourceType":"Binary","contentType":"application/json-patch+json","data":"\#(patch)"}"#
            func batch(_ count: Int) -> String {
                let entry = #"{"request":{"method":"PATCH","url":"Patient/a"},"resource":\#(binary)}"#
                return #"{"resourceType":"Bundle","type":"batch","entry":[\#(Array(repeating: entry, count: count).joined(separator: ","))]}"#
            }
            #expect(try await world.send(.POST, "/fhir/r4", patient, batch(2)).status == 200)
            let refused = try await world.send(.POST, "/fhir/r4", patient, batch(BatchBundle.mostPatches + 1))
            #expect(refused.status == 413)
            #expect(try refused.issue["code"]?.string == "too-costly")
        }
    }

    /// Each operation goes over the items before the one that it names: the patches of a bundle have one budget for that.
    @Test(.timeLimit(.minutes(5))) func farPlacesAreCounted() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let names = Array(repeating: #""a""#, count: 100_000).joined(separator: ",")
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, #"{"resourceType":"Patient","id":"a","name":[{"given":[\#(names)]}]}"#).status == 201)
            let test = #"{"op":"test","path":"/name/0/given/99999","value":"a"}"#
            let patch = "[" + Array(repeating: test, count: JSONPatch.mostOperations).joined(separator: ",") + "]"
            let refused = try await world.send(.PATCH, "/fhir/r4/Patient/a", patient, patch, headers: Self.json)
            #expect(refused.status == 422)
            let data = Data(patch.utf8).base64EncodedString()
            let entry = """
                {"resource":{"resourceType":"Binary","contentType":"application/json-patch+json","data":"\(data)"},"request":{"method":"PATCH","url":"Patient/a"}}
                """
            let batch = #"{"resourceType":"Bundle","type":"batch","entry":[\#(Array(repeating: entry, count: 6).joined(separator: ","))]}"#
            let answer = try await world.send(.POST, "/fhir/r4", patient, batch)
            let statuses = try #require(try answer.json["entry"]).children.compactMap { $0["response"]?["status"]?.string?.prefix(3) }
            #expect(statuses == ["422", "422", "422", "422", "413", "413"])
            #expect(try await world.get("/fhir/r4/Patient/a", patient).tag == #"W/"1""#)
        }
    }

    @Test func ofManyPatchesNoneIsLost() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, #"{"resourceType":"Patient","id":"a","name":[{"text":"0"}]}"#).status == 201)
            let answers = try await together(20) { index in
                try await world.send(.PATCH, "/fhir/r4/Patient/a", patient, #"[{"op":"add","path":"/name/-","value":{"text":"\#(index)"}}]"#, headers: Self.json)
            }
            #expect(answers.allSatisfy { $0.status == 200 })
            #expect(try await world.get("/fhir/r4/Patient/a", patient).json["name"]?.childCount == 21)
        }
    }

    @Test func bundlesTakePatches() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, #"{"resourceType":"Patient","id":"a"}"#).status == 201)
            let data = Data(#"[{"op":"add","path":"/active","value":true}]"#.utf8).base64EncodedString()
            let operation =
                #"{"name":"type","valueCode":"add"},{"name":"path","valueString":"Patient"},{"name":"name","valueString":"gender"},{"name":"value","valueCode":"female"}"#
            let bundle = """
                {"resourceType":"Bundle","type":"batch","entry":[
                {"resource":{"resourceType":"Binary","contentType":"application/json-patch+json","data":"\(data)"},"request":{"method":"PATCH","url":"Patient/a"}},
                {"resource":\(Self.parameters(operation)),"request":{"method":"PATCH","url":"Patient/a","ifMatch":"W/\\"2\\""}},
                {"resource":\(Self.parameters(operation)),"request":{"method":"PATCH","url":"Patient/a"}}]}
                """
            let answer = try await world.send(.POST, "/fhir/r4", patient, bundle)
            let statuses = try #require(try answer.json["entry"]).children.compactMap { $0["response"]?["status"]?.string?.prefix(3) }
            #expect(statuses == ["200", "200", "422"])
            let now = try await world.get("/fhir/r4/Patient/a", patient)
            #expect(now.tag == #"W/"3""#)
            #expect(try now.json["active"]?.kind == .true)
            #expect(try now.json["gender"]?.string == "female")
        }
    }
}
