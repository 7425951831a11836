import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// What tokens with SMART's scopes may do, interaction by interaction, in both releases.
@Suite(.timeLimit(.minutes(5))) struct ClinicalScopeRouteTests {
    private static let releases = ["r4", "stu3"]
    private static let laboratory = "patient/Observation.cruds?category=urn:x|laboratory"

    private static func observation(_ category: String, id: String? = nil) -> String {
        let id = id.map { #""id":"\#($0)","# } ?? ""
        return #"{"resourceType":"Observation",\#(id)"status":"final","category":[{"coding":[{"system":"urn:x","code":"\#(category)"}]}],"code":{"text":"Something"}}"#
    }

    /// The same person with another token.
    private static func with(_ scope: String, _ person: World.Person, patient: UserID? = nil) throws -> World.Person {
        World.Person(id: person.id, token: try TestIssuer.token(person.id, .patient, scope: scope, patient: patient ?? person.id))
    }

    private static func bundle(_ entries: [(method: String, url: String, resource: String?)], _ type: String = "batch") -> String {
        let all = entries.map { entry in
            let resource = entry.resource.map { #""resource":\#($0),"# } ?? ""
            return #"{\#(resource)"request":{"method":"\#(entry.method)","url":"\#(entry.url)"}}"#
        }
        return #"{"resourceType":"Bundle","type":"\#(type)","entry":[\#(all.joined(separator: ","))]}"#
    }

    private static func ids(_ answer: Answer) throws -> [String] {
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.json["entry"]?.children.compactMap { $0["resource"]?["id"]?.string }.sorted() ?? []
    }

    /// Each interaction's letter with a request that needs it, of a resource that is there.
    private static func ask(_ letter: Character, _ base: String, _ world: World, _ caller: World.Person) async throws -> [Int] {
        func status(_ method: String, _ path: String, _ body: String? = nil) async throws -> Int {
            switch method {
            case "POST": try await world.send(.POST, base + path, caller, body).status
            case "PUT": try await world.send(.PUT, base + path, caller, body).status
            case "DELETE": try await world.send(.DELETE, base + path, caller).status
            default: try await world.get(base + path, caller).status
            }
        }
        switch letter {
        case "c": return [try await status("POST", "/Observation", observation("laboratory"))]
        case "r":
            return [
                try await status("GET", "/Observation/one"), try await status("GET", "/Observation/one/_history"), try await status("GET", "/Observation/one/_history/1")
            ]
        case "u": return [try await status("PUT", "/Observation/one", observation("laboratory", id: "one"))]
        case "s":
            let form = try await world.send(
                .POST, "\(base)/Observation/_search", caller, Array("_count=1".utf8), type: "application/x-www-form-urlencoded")
            return [try await status("GET", "/Observation"), form.status]
        default: return [try await status("DELETE", "/Observation/one")]
        }
    }

    @Test(arguments: releases) func eachInteractionNeedsItsLetter(release: String) async throws {
        try await World.run { world in
            let (owner, base) = (try world.patient(), "/fhir/\(release)")
            for letter in "crusd" {
                #expect(try await [200, 201].contains(world.send(.PUT, "\(base)/Observation/one", owner, Self.observation("laboratory", id: "one")).status))
                let others = "cruds".filter { $0 != letter }
                for scope in ["patient/Observation.\(others)", "patient/Patient.cruds", "user/Observation.\(others)", "system/*.cruds"] {
                    let refused = try await Self.ask(letter, base, world, Self.with(scope, owner))
                    #expect(refused.allSatisfy { $0 == 403 }, "\(letter) by \(scope): \(refused)")
                }
                for scope in ["patient/*.\(letter)", "user/Observation.\(letter)", "\(Self.laboratory)"] {
                    _ = try await world.send(.PUT, "\(base)/Observation/one", owner, Self.observation("laboratory", id: "one"))
                    let allowed = try await Self.ask(letter, base, world, Self.with(scope, owner))
                    #expect(allowed.allSatisfy { (200...204).contains($0) }, "\(letter) by \(scope): \(allowed)")
                }
            }
        }
    }

    @Test(arguments: releases) func aCategoryIsAllThatThereIs(release: String) async throws {
        try await World.run { world in
            let (owner, base) = (try world.patient(), "/fhir/\(release)")
            for (id, category) in [("lab", "laboratory"), ("vital", "vital-signs")] {
                #expect(try await world.send(.PUT, "\(base)/Observation/\(id)", owner, Self.observation(category, id: id)).status == 201)
            }
            let app = try Self.with(Self.laboratory, owner)
            #expect(try await world.get("\(base)/Observation/lab", app).status == 200)
            let hidden = try await world.get("\(base)/Observation/vital", app)
            let absent = try await world.get("\(base)/Observation/none", app)
            #expect(hidden.status == 404 && hidden.untraced == absent.untraced)
            #expect(try hidden.json["resourceType"]?.string == "OperationOutcome")
            for path in ["_history", "_history/1"] { #expect(try await world.get("\(base)/Observation/vital/\(path)", app).status == 404) }

            let found = try await world.get("\(base)/Observation", app)
            #expect(try Self.ids(found) == ["lab"])
            #expect(try found.json["total"] == nil)
            #expect(try Self.ids(await world.get("\(base)/Observation?_id=vital", app)).isEmpty)
            // Who asks how many there are hears of those.
            let counts: [(String, [String])] = [("_summary=count", []), ("_count=0", []), ("_page=1", ["lab"]), ("_total=accurate", ["lab"]), ("_page=2", [])]
            for (query, listed) in counts {
                let counted = try await world.get("\(base)/Observation?\(query)", app)
                #expect(try Self.ids(counted) == listed, "\(query)")
                #expect(try counted.json["total"]?.number == 1, "\(query)")
            }

            // Nothing of another category is written, nor written over.
            let create = try await world.send(.POST, "\(base)/Observation", app, Self.observation("vital-signs"))
            #expect(create.status == 403)
            #expect(try create.issue["code"]?.string == "forbidden")
            #expect(try await world.send(.PUT, "\(base)/Observation/lab", app, Self.observation("vital-signs", id: "lab")).status == 403)
            #expect(try await world.send(.PUT, "\(base)/Observation/vital", app, Self.observation("laboratory", id: "vital")).status == 404)
            #expect(try await world.send(.DELETE, "\(base)/Observation/vital", app).status == 404)
            #expect(try await world.get("\(base)/Observation/vital", owner).tag == #"W/"1""#)
            #expect(try await world.get("\(base)/Observation/lab", owner).tag == #"W/"1""#)

            // What it was before is told as far as it was of the category.
            #expect(try await world.send(.PUT, "\(base)/Observation/vital", owner, Self.observation("laboratory", id: "vital")).status == 200)
            let history = try await world.get("\(base)/Observation/vital/_history", app).json
            #expect(history["entry"]?.childCount == 1 && history["total"] == nil)
            #expect(try await world.get("\(base)/Observation/vital/_history/1", app).status == 404)

            // Of what is deleted nobody can tell.
            #expect(try await world.send(.DELETE, "\(base)/Observation/vital", owner).status == 204)
            #expect(try await world.get("\(base)/Observation/vital", app).status == 404)
            #expect(try await world.send(.DELETE, "\(base)/Observation/vital", app).status == 404)
            #expect(try Self.ids(await world.get("\(base)/Observation?_includeDeleted=true", app)) == ["lab"])
        }
    }

    @Test func pagesAreFilledWithWhatFits() async throws {
        try await World.run { world in
            let owner = try world.patient()
            for index in 0..<30 {
                let category = index % 3 == 0 ? "laboratory" : "vital-signs"
                #expect(try await world.send(.PUT, "/fhir/r4/Observation/o\(index)", owner, Self.observation(category, id: "o\(index)")).status == 201)
            }
            let app = try Self.with(Self.laboratory, owner)
            var (next, seen) = (Optional("/fhir/r4/Observation?_count=4"), [String]())
            while let path = next {
                let answer = try await world.get(path, app)
                let page = try Self.ids(answer)
                #expect(page.count <= 4)
                seen += page
                let link = try answer.json["link"]?.children.first { $0["relation"]?.string == "next" }?["url"]?.string
                next = link?.replacingOccurrences(of: "http://care.test", with: "")
                #expect(next == nil || page.count == 4)
            }
            #expect(seen.sorted() == stride(from: 0, to: 30, by: 3).map { "o\($0)" }.sorted())
        }
    }

    @Test(arguments: releases) func eachEntryOfABundleIsAskedFor(release: String) async throws {
        try await World.run { world in
            let (owner, base) = (try world.patient(), "/fhir/\(release)")
            for (id, category) in [("lab", "laboratory"), ("vital", "vital-signs")] {
                _ = try await world.send(.PUT, "\(base)/Observation/\(id)", owner, Self.observation(category, id: id))
            }
            let app = try Self.with("\(Self.laboratory) patient/Patient.r", owner)
            let patient = #"{"resourceType":"Patient"}"#
            let entries: [(String, String, String?)] = [
                ("POST", "Observation", Self.observation("laboratory")), ("POST", "Observation", Self.observation("vital-signs")), ("POST", "Patient", patient),
                ("PUT", "Observation/lab", Self.observation("vital-signs", id: "lab")), ("PUT", "Observation/vital", Self.observation("laboratory", id: "vital")),
                ("PUT", "Observation/lab", Self.observation("laboratory", id: "lab")), ("DELETE", "Observation/vital", nil), ("DELETE", "Patient/x", nil),
                ("GET", "Observation/lab", nil), ("GET", "Observation/vital", nil), ("GET", "Observation/vital/_history/1", nil), ("GET", "Patient?_count=1", nil),
                ("GET", "Observation?_count=10", nil), ("GET", "Condition/x", nil)
            ]
            let answer = try await world.send(.POST, base, app, Self.bundle(entries))
            let items = try answer.json["entry"].map { Array($0.children) } ?? []
            let statuses = items.map { String($0["response"]?["status"]?.string?.prefix(3) ?? "") }
            #expect(statuses == ["201", "403", "403", "403", "404", "200", "404", "403", "200", "404", "404", "403", "200", "403"])
            #expect(items[12]["resource"]?["entry"]?.childCount == 2)
            #expect(items[2]["response"]?["outcome"]?["resourceType"]?.string == "OperationOutcome")

            let transaction = Self.bundle([entries[0], entries[2]], "transaction")
            #expect(try await world.send(.POST, base, app, transaction).status == 403)
            #expect(try await world.count("SELECT count(*) FROM records WHERE type = 'Patient'") == 0)
            #expect(try await world.send(.POST, base, Self.with("openid", owner), transaction).status == 403)
        }
    }

    @Test func anAnswerThatWasKeptIsForNoTokenWithLess() async throws {
        try await World.run { world in
            let owner = try world.patient()
            _ = try await world.send(.PUT, "/fhir/r4/Observation/vital", owner, Self.observation("vital-signs", id: "vital"))
            // With an entry that could change something: an answer of readings alone is not kept.
            let read = Self.bundle([("GET", "Observation/vital", nil), ("DELETE", "Observation/none", nil)])
            let key: HTTPHeaders = ["Idempotency-Key": "one"]
            #expect(try await world.send(.POST, "/fhir/r4", owner, read, headers: key).text.contains("vital-signs"))
            let less = try await world.send(.POST, "/fhir/r4", Self.with(Self.laboratory, owner), read, headers: key)
            #expect(less.status == 422 || less.status == 409, "\(less.status)")
            #expect(!less.text.contains("vital-signs"))
        }
    }

    @Test func scopesForAPatientAreForThatPatient() async throws {
        try await World.run { world in
            let (owner, other) = (try world.patient(), try world.patient())
            let someoneElses = try Self.with("patient/*.cruds", owner, patient: other.id)
            let nobodys = World.Person(id: owner.id, token: try World.token(owner.id, .patient, scope: "patient/*.cruds"))
            for caller in [someoneElses, nobodys] {
                #expect(try await world.get("/fhir/r4/Observation", caller).status == 403)
                #expect(try await world.send(.POST, "/fhir/r4/Observation", caller, Self.observation("laboratory")).status == 403)
            }
            // What is no resource of FHIR's has scopes of its own.
            let app = try Self.with("patient/*.cruds user/*.cruds", owner)
            for path in ["/app-data", "/app-data/count", "/records/\(UUID())"] { #expect(try await world.get(path, app).status == 403) }
        }
    }

    @Test func theirOwnPatientIsThereBeforeAnybodyStoresIt() async throws {
        try await World.run { world in
            let owner = try world.patient()
            let app = try Self.with("patient/Patient.rs", owner)
            let bare = try await world.get("/fhir/r4/Patient/\(owner.id)", app)
            #expect(bare.status == 200 && bare.id == owner.id.description)
            #expect(try await world.get("/fhir/r4/Patient/\(UUID().uuidString.lowercased())", app).status == 404)
            #expect(try await world.get("/fhir/r4/Patient/\(owner.id)", owner).status == 404)
            #expect(try await world.get("/fhir/r4/Patient/\(owner.id)", Self.with("patient/Observation.rs", owner)).status == 403)
            let stored = #"{"resourceType":"Patient","id":"\#(owner.id)","gender":"female"}"#
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/\(owner.id)", owner, stored).status == 201)
            #expect(try await world.get("/fhir/r4/Patient/\(owner.id)", app).json["gender"]?.string == "female")
        }
    }

    @Test func aMachineReadsOfWhomItNamesWhatItsScopesSay() async throws {
        try await World.run { world in
            let owner = try world.patient()
            #expect(try await world.send(.PUT, "/fhir/r4/Observation/lab", owner, Self.observation("laboratory", id: "lab")).status == 201)
            let named = ["Care-Person": owner.id.description]
            func get(_ path: String, _ scope: String) async throws -> Int {
                var headers = HTTPHeaders()
                for (name, value) in named { headers.add(name: name, value: value) }
                return try await world.get(path, try world.machine(scope: scope), headers: headers).status
            }
            #expect(try await get("/fhir/r4/Observation/lab", "system/Observation.rs records:any") == 200)
            // By itself it opens nobody's records, nor does a scope that is for people.
            #expect(try await get("/fhir/r4/Observation/lab", "system/Observation.rs") == 403)
            #expect(try await get("/fhir/r4/Patient", "system/Observation.rs records:any") == 403)
            #expect(try await get("/fhir/r4/Observation/lab", "patient/*.cruds user/*.cruds records:any") == 403)
            #expect(try await world.get("/fhir/r4/Observation/lab", try world.machine(scope: "system/*.rs records:any")).status == 400)
        }
    }

    @Test(arguments: releases) func appsFindOutHowToSignIn(release: String) async throws {
        try await World.run { world in
            let answer = try await world.get("/fhir/\(release)/.well-known/smart-configuration", nil)
            #expect(answer.status == 200 && answer.headers.first(name: "Content-Type")?.hasPrefix("application/json") == true)
            #expect(try answer.json["token_endpoint"]?.string == "http://care.test/oauth/token")
            #expect(try answer.json["registration_endpoint"]?.string == "http://care.test/oauth/register")
            let capabilities = try answer.json["capabilities"]?.children.compactMap(\.string) ?? []
            #expect(Set(["launch-standalone", "launch-ehr", "context-style", "permission-v1", "permission-v2"]).isSubset(of: capabilities))
            #expect(capabilities.count == Set(capabilities).count)
            let security = try await world.get("/fhir/\(release)/metadata", nil).json["rest"]?.children.first { _ in true }?["security"]
            let uris = security?["extension"]?.children.first { $0["url"]?.string == "http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris" }
            let told = uris?["extension"]?.children.reduce(into: [String: String]()) { $0[$1["url"]?.string ?? ""] = $1["valueUri"]?.string }
            #expect(told?["authorize"] == "http://care.test/oauth/authorize" && told?["token"] == "http://care.test/oauth/token")
        }
    }
}
