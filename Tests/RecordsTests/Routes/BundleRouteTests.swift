import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Synchronization
import TestKit
import Testing

@testable import RecordsService

@Suite(.timeLimit(.minutes(5))) struct BundleRouteTests {
    private func entries(_ answer: Answer) throws -> [JSONValue] {
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.json["entry"].map { Array($0.children) } ?? []
    }

    private func statuses(_ answer: Answer) throws -> [String] {
        try entries(answer).map { String($0["response"]?["status"]?.string?.prefix(3) ?? "?") }
    }

    private func bundle(_ type: String, _ entries: [String]) -> String {
        #"{"resourceType":"Bundle","type":"\#(type)","entry":[\#(entries.joined(separator: ","))]}"#
    }

    private func entry(_ method: String, _ url: String, _ resource: String? = nil, more: String = "") -> String {
        let body = resource.map { #""resource":\#($0),"# } ?? ""
        return #"{\#(body)"request":{"method":"\#(method)","url":"\#(url)"\#(more)}}"#
    }

    @Test func aBatchGivesAResultPerItem() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/there", patient, #"{"resourceType":"Patient","id":"there"}"#).status == 201)
            let batch = bundle(
                "batch",
                [
                    entry("POST", "Patient", #"{"resourceType":"Patient","gender":"female"}"#),
                    entry("POST", "Patient", #"{"resourceType":"Observation"}"#),
                    entry("PUT", "Patient/new", #"{"resourceType":"Patient","id":"new"}"#),
                    entry("PUT", "Patient/there", #"{"resourceType":"Patient","id":"there"}"#, more: #","ifMatch":"W/\"7\"""#),
                    entry("PUT", "Patient/there", #"{"resourceType":"Patient","id":"there","active":true}"#, more: #","ifMatch":"W/\"1\"""#),
                    entry("GET", "Patient/there"),
                    entry("GET", "Patient/nobody"),
                    entry("GET", "Patient?_summary=count"),
                    entry("DELETE", "Patient/nobody"),
                    entry("PATCH", "Patient/there", "{}"),
                    entry("POST", "ProcedureRequest", #"{"resourceType":"ProcedureRequest"}"#),
                    #"{"resource":{"resourceType":"Patient"}}"#,
                    entry("POST", "Patient", #"{"resourceType":"Patient"}"#, more: #","ifNoneExist":"_summary=false""#),
                    entry("POST", "Patient", #"{"resourceType":"Patient","name":[]}"#),
                    entry("GET", "Patient?nonsense=1")
                ])
            let answer = try await world.send(.POST, "/fhir/r4", patient, batch)
            #expect(try statuses(answer) == ["201", "400", "201", "412", "200", "200", "404", "200", "404", "400", "404", "400", "400", "400", "400"])
            #expect(try answer.json["type"]?.string == "batch-response")
            let items = try entries(answer)
            let location = try #require(items[0]["response"]?["location"]?.string)
            #expect(items[0]["response"]?["etag"]?.string == #"W/"1""#)
            let path = location.replacingOccurrences(of: "http://care.test", with: "")
            #expect(try await world.get(path, patient).json["gender"]?.string == "female")
            #expect(items[5]["resource"]?["active"]?.kind == .true)
            #expect(items[7]["resource"]?["total"]?.number == 3)
            #expect(
                items[13]["response"]?["outcome"]?["issue"]?.children.first { _ in true }?["expression"]?.children.first { _ in true }?.string
                    == "Patient.name")
            #expect(try await world.count("SELECT count(*) FROM records") == 3)
        }
    }

    /// A few bytes of an entry ask for megabytes: they are in the budget of the server's memory as they are read, and where it is used up nothing was done.
    @Test(arguments: ["batch", "transaction"]) func whatABundleReadsIsInTheBudget(type: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let names = Array(repeating: #"{"text":"\#(String(repeating: "a", count: 200_000))"}"#, count: 11).joined(separator: ",")
            for id in ["a", "b", "c"] {
                let resource = #"{"resourceType":"Patient","id":"\#(id)","name":[\#(names)]}"#
                #expect(try await world.send(.PUT, "/fhir/r4/Patient/\(id)", patient, resource).status == 201)
            }
            try await TestKit.withRoutes(routes(world.dependencies), bodyMemory: 8 << 20) { server in
                let client = ServiceClient(port: server.port, mostBytes: 64 << 20, deadline: .seconds(60))
                func run(_ ids: [String]) async throws -> Answer {
                    let entries = [entry("POST", "Patient", #"{"resourceType":"Patient"}"#)] + ids.map { entry("GET", "Patient/\($0)") }
                    return try await client.send(
                        .POST, "/fhir/r4", token: patient.token, Array(bundle(type, entries).utf8), type: "application/fhir+json", headers: [:])
                }
                let refused = try await run(["a", "b", "c"])
                #expect(refused.status == 503)
                #expect(refused.headers.first(name: "Retry-After") == "1")
                #expect(try await world.count("SELECT count(*) FROM records") == 3)
                #expect(try await run(["a"]).status == 200)
                #expect(try await world.count("SELECT count(*) FROM records") == 4)
            }
        }
    }

    // MARK: Conditions and answers of entries

    @Test(arguments: ["batch", "transaction"]) func whatAClientHasIsNotSentAgain(_ kind: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, #"{"resourceType":"Patient","id":"a"}"#).status == 201)
            let cases: [(more: String, status: String)] = [
                (#","ifNoneMatch":"W/\"1\"""#, "304"), (#","ifNoneMatch":"*""#, "304"), (#","ifNoneMatch":"W/\"2\"""#, "200"),
                (#","ifModifiedSince":"2026-03-06T12:00:00Z""#, "304"), (#","ifModifiedSince":"2026-03-06T11:59:59Z""#, "200"),
                (#","ifNoneMatch":"W/\"2\"","ifModifiedSince":"2027-03-06T12:00:00Z""#, "200"), ("", "200")
            ]
            for url in ["Patient/a", "Patient/a/_history/1", "Patient/a?_format=json"] {
                let answer = try await world.send(.POST, "/fhir/r4", patient, bundle(kind, cases.map { entry("GET", url, more: $0.more) }))
                #expect(try statuses(answer) == cases.map(\.status))
                for item in try entries(answer) {
                    #expect(item["response"]?["etag"]?.string == #"W/"1""# && item["response"]?["lastModified"]?.string == "2026-03-06T12:00:00Z")
                    #expect((item["resource"] == nil) == (item["response"]?["status"]?.string == "304 Not Modified"))
                }
            }
            // Whoever asks for a head sees none.
            let heads = [entry("HEAD", "Patient/a"), entry("HEAD", "Patient?_id=a"), entry("HEAD", "Patient/b")]
            let answer = try await world.send(.POST, "/fhir/r4", patient, bundle("batch", heads))
            #expect(try statuses(answer) == ["200", "200", "404"])
            #expect(try entries(answer).allSatisfy { $0["resource"] == nil })
        }
    }

    private static let refused: [(String, String, String)] = [
        ("POST", "Patient", #""ifMatch":"W/\"1\"""#), ("POST", "Patient", #""ifNoneMatch":"*""#), ("PUT", "Patient/a", #""ifNoneExist":"_id=a""#),
        ("PUT", "Patient/a", #""ifMatch":1"#), ("PUT", "Patient/a", #""ifMatch":"1""#), ("PUT", "Patient/a", #""ifNoneMatch":"W/\"1\"""#),
        ("PUT", "Patient/a", #""ifNoneMatch":true"#), ("DELETE", "Patient/a", #""ifNoneMatch":"*""#), ("DELETE", "Patient/a", #""ifNoneExist":"_id=a""#),
        ("GET", "Patient/a", #""ifMatch":"W/\"1\"""#), ("GET", "Patient/a", #""ifNoneMatch":"1""#), ("GET", "Patient/a", #""ifModifiedSince":"yesterday""#),
        ("POST", "Patient", #""ifNoneExist":[]"#), ("GET", "Patient/a?_elements=name", #""x":1"#), ("HEAD", "Patient/a?_elements=name", #""x":1"#)
    ]

    /// What is passed over protects nobody.
    @Test(arguments: refused) func aConditionThatTheMethodDoesNotHaveIsRefused(_ method: String, _ url: String, _ condition: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let resource = ["POST", "PUT"].contains(method) ? #"{"resourceType":"Patient","id":"a"}"# : nil
            let one = entry(method, url, resource, more: "," + condition)
            #expect(try statuses(await world.send(.POST, "/fhir/r4", patient, bundle("batch", [one]))) == ["400"])
            #expect(try await world.send(.POST, "/fhir/r4", patient, bundle("transaction", [one])).status == 400)
            #expect(try await world.count("SELECT count(*) FROM records") == 0)
        }
    }

    @Test func whatMustNotBeThereIsMadeOnceByItsSearch() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let one = entry("PUT", "Patient?identifier=a", #"{"resourceType":"Patient","identifier":[{"value":"a"}]}"#, more: #","ifNoneMatch":"*""#)
            #expect(try statuses(await world.send(.POST, "/fhir/r4", patient, bundle("batch", [one, one]))) == ["201", "412"])
        }
    }

    @Test func whatComesBackIsAsPreferred() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let both = bundle(
                "transaction", [entry("POST", "Patient", #"{"resourceType":"Patient"}"#), entry("PUT", "Patient/a", #"{"resourceType":"Patient","id":"a"}"#)])
            for (preference, hasResource, hasOutcome) in [("minimal", false, false), ("representation", true, false), ("OperationOutcome", false, true)] {
                for item in try entries(await world.send(.POST, "/fhir/r4", patient, both, headers: ["Prefer": "return=\(preference)"])) {
                    #expect((item["resource"] != nil) == hasResource, "\(preference)")
                    let outcome = item["response"]?["outcome"]
                    #expect((outcome?["resourceType"]?.string == "OperationOutcome") == hasOutcome, "\(preference)")
                    #expect(item["response"]?["location"] != nil && item["response"]?["etag"] != nil && item["response"]?["lastModified"] != nil)
                }
            }
        }
    }

    @Test func aTransactionIsAllOrNothing() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let good = entry("POST", "Patient", #"{"resourceType":"Patient"}"#)
            for bad in [
                entry("POST", "Patient", #"{"resourceType":"Observation"}"#),
                entry("PUT", "Patient/a", #"{"resourceType":"Patient","id":"a"}"#, more: #","ifMatch":"W/\"1\"""#),
                entry("GET", "Patient/nobody"), "{}"
            ] {
                let refused = try await world.send(.POST, "/fhir/r4", patient, bundle("transaction", [good, bad]))
                #expect([400, 404, 412].contains(refused.status), "\(bad)")
                #expect(try refused.json["resourceType"]?.string == "OperationOutcome")
                #expect(refused.text.contains("Entry 1: "))
            }
            let twice = bundle(
                "transaction",
                [
                    entry("PUT", "Patient/a", #"{"resourceType":"Patient","id":"a"}"#), entry("DELETE", "Patient/a")
                ])
            #expect(try await world.send(.POST, "/fhir/r4", patient, twice).status == 400)
            #expect(try await world.count("SELECT count(*) FROM records") == 0)
            #expect(try await world.count("SELECT count(*) FROM outbox") == 0)
        }
    }

    @Test func aTransactionResolvesItsOwnReferences() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let answer = try await world.send(.POST, "/fhir/r4", patient, Examples.bundle, headers: ["Prefer": "return=representation"])
            #expect(try statuses(answer) == ["201", "201"])
            let items = try entries(answer)
            let id = try #require(items[0]["resource"]?["id"]?.string)
            #expect(items[1]["resource"]?["subject"]?["reference"]?.string == "Patient/\(id)")
            #expect(
                try await world.get("/fhir/r4/Condition/\(items[1]["resource"]?["id"]?.string ?? "")", patient).json["subject"]?["reference"]?.string == "Patient/\(id)")
        }
    }

    /// What others in it call a resource may be five bytes, and its address hundreds or, were its type not known, thousands.
    @Test func whatReferencesAddToATransactionIsBounded() async throws {
        try await World.run { world in
            let patient = try world.patient()
            func many(_ count: Int) -> String {
                entry("POST", "Patient", #"{"resourceType":"Patient","name":[{"given":[\#(Array(repeating: #""urn:""#, count: count).joined(separator: ","))]}]}"#)
            }
            func named(_ type: String) -> String { #"{"fullUrl":"urn:","resource":{"resourceType":"Patient"},"request":{"method":"POST","url":"\#(type)"}}"# }
            func refused(_ entries: [String]) async throws -> (status: Int, code: String?, text: String) {
                let answer = try await world.send(.POST, "/fhir/r4", patient, bundle("transaction", entries))
                return (answer.status, try answer.issue["code"]?.string, answer.text)
            }
            let unknown = try await refused([many(20_000), named(String(repeating: "X", count: 8_000))])
            #expect(unknown.status == 404 && unknown.text.contains("Entry 1: "))
            // One resource, and all of them together.
            let long = try await refused([many(95_000), named("Patient")])
            #expect(long.status == 400 && long.code == "too-long" && long.text.contains("Entry 0: "))
            let together = try await refused([many(40_000), many(40_000), many(40_000), named("Patient")])
            #expect(together.status == 413 && together.code == "too-costly" && together.text.contains("Entry 2: "))
            #expect(try await world.count("SELECT count(*) FROM records") == 0)
            #expect(try await world.send(.POST, "/fhir/r4", patient, bundle("transaction", [many(1_000), named("Patient")])).status == 200)
            #expect(try await world.count("SELECT count(*) FROM records") == 2)
        }
    }

    /// A few bytes ask for megabytes each time, and nothing has happened that a retry could do twice.
    @Test func readingsAreNotKeptForRetries() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, #"{"resourceType":"Patient","id":"a"}"#).status == 201)
            let readings = Array(repeating: entry("GET", "Patient/a"), count: 9)
            for type in ["batch", "transaction"] {
                for _ in 0..<2 {
                    let answer = try await world.send(.POST, "/fhir/r4", patient, bundle(type, readings), headers: ["Idempotency-Key": "one"])
                    #expect(answer.status == 200 && answer.header("Idempotent-Replayed") == nil)
                }
            }
            #expect(
                try await world.send(.POST, "/fhir/r4", patient, bundle("batch", readings), headers: ["Idempotency-Key": String(repeating: "k", count: 256)]).status
                    == 400)
            #expect(try await world.count("SELECT count(*) FROM idempotency_keys") == 0)
        }
    }

    /// Beside a write the answer has to be told again, or it has to be said that the write is done.
    @Test func ofALongAnswerItIsKeptThatItWasGiven() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let long = #"{"resourceType":"Patient","id":"a","name":[{"text":"\#(String(repeating: "a", count: 1 << 20))"}]}"#
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, long).status == 201)
            let batch = bundle("batch", [entry("POST", "Patient", #"{"resourceType":"Patient"}"#)] + Array(repeating: entry("GET", "Patient/a"), count: 3))
            let first = try await world.send(.POST, "/fhir/r4", patient, batch, headers: ["Idempotency-Key": "one"])
            #expect(try statuses(first) == ["201", "200", "200", "200"])
            let again = try await world.send(.POST, "/fhir/r4", patient, batch, headers: ["Idempotency-Key": "one"])
            #expect(again.status == 409 && again.header("Idempotent-Replayed") == "true")
            #expect(try again.issue["code"]?.string == "conflict")
            #expect(try await world.count("SELECT count(*) FROM records") == 2)
            #expect(try await world.count("SELECT max(length(response)) FROM idempotency_keys") < 1_000)
        }
    }

    @Test func aRetriedBundleTakesEffectOnce() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let key: HTTPHeaders = ["Idempotency-Key": UUID().uuidString]
            let body = Examples.bundle
            let answers = try await together(5) { _ in try await insisting { try await world.send(.POST, "/fhir/r4", patient, body, headers: key) } }
            #expect(Set(answers.map(\.text)).count == 1)
            #expect(try await world.count("SELECT count(*) FROM records") == 2)
        }
    }

    @Test func manyEntriesAtOnce() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let many = (0..<1234).map { entry("POST", "Observation", #"{"resourceType":"Observation","status":"final","note":[{"text":"n\#($0)"}]}"#) }
            let answer = try await world.send(.POST, "/fhir/r4", patient, bundle("batch", many))
            #expect(try statuses(answer) == Array(repeating: "201", count: 1234))
            // The results are in the order of the entries.
            let items = try entries(answer)
            for index in [0, 99, 100, 1233] {
                let path = try #require(items[index]["response"]?["location"]?.string).replacingOccurrences(of: "http://care.test", with: "")
                let note = try await world.get(path, patient).json["note"]?.children.first { _ in true }
                #expect(note?["text"]?.string == "n\(index)")
            }
            #expect(try await world.count("SELECT count(*) FROM outbox") == 1234)
            let tooMany = Array(repeating: entry("GET", "Patient/x"), count: BatchBundle.mostEntries + 1)
            let refused = try await world.send(.POST, "/fhir/r4", patient, bundle("batch", tooMany))
            #expect(refused.status == 413)
            #expect(refused.text.contains("\(BatchBundle.mostEntries)"))
        }
    }

    /// They are counted, not looked at one by one.
    @Test func aBundleOfVeryManyNumbersIsRefusedByTheirCount() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let answer = try await world.send(.POST, "/fhir/r4", patient, bundle("batch", Array(repeating: "0", count: 200_000)))
            #expect(answer.status == 413)
            #expect(answer.text.contains("200000 entries"))
        }
    }

    /// Who asked has gone in the middle of it, which the server tells its handler by cancelling it: no further entry is looked at, and nothing of it stays.
    @Test(arguments: ["batch", "transaction"]) func aBundleWhoseCallerHasGoneIsNotFinished(_ kind: String) async throws {
        let made = Mutex(0)
        let leaves = Mutex(false)
        let newID: @Sendable () -> UUID = {
            let isTen = made.withLock { count in
                count += 1
                return count == 10
            }
            if isTen, leaves.withLock({ $0 }) { withUnsafeCurrentTask { $0?.cancel() } }
            return .v7()
        }
        try await World.run(newID: newID) { world in
            let patient = try world.patient()
            let entries = Array(repeating: #"{"resource":{"resourceType":"Basic"},"request":{"method":"POST","url":"Basic"}}"#, count: 500)
            made.withLock { $0 = 0 }
            leaves.withLock { $0 = true }
            let answer = try? await world.send(.POST, "/fhir/r4", patient, bundle(kind, entries))
            #expect(answer?.status != 200)
            #expect(made.withLock { $0 } < 50)
            #expect(try await world.count("SELECT count(*) FROM records") == 0)
            #expect(try await world.count("SELECT count(*) FROM outbox") == 0)
            // Of who stays all of it is taken.
            leaves.withLock { $0 = false }
            #expect(try await world.send(.POST, "/fhir/r4", patient, bundle(kind, entries)).status == 200)
            #expect(try await world.count("SELECT count(*) FROM records") == 500)
        }
    }

    @Test(arguments: [
        #"{"resourceType":"Patient"}"#, #"{"resourceType":"Bundle","type":"collection"}"#, #"{"resourceType":"Bundle"}"#,
        #"{"resourceType":"Bundle","type":"batch","entry":{}}"#, "[]", ""
    ])
    func otherBodiesAreRefused(body: String) async throws {
        try await World.run { world in
            let answer = try await world.send(.POST, "/fhir/r4", try world.patient(), body)
            #expect(answer.status == 400)
        }
    }

    /// What an entry is refused for only once it is read closely: the batch goes on, and nothing of that entry is written.
    @Test func ofARefusedEntryNothingIsWritten() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let machine = try world.machine()
            #expect(try await world.send(.PUT, "/fhir/r4/Subscription/s", patient, World.subscription(["Basic"], id: "s")).status == 201)
            // A machine has no feed.
            let wanted = World.subscription(["Observation"])
            let machines = bundle(
                "batch",
                [
                    entry("POST", "Basic", #"{"resourceType":"Basic"}"#), entry("POST", "Subscription", wanted),
                    entry("PUT", "Subscription/new", World.subscription(["Basic"], id: "new")),
                    entry("PUT", "Subscription/s", World.subscription(["Observation"], id: "s")), entry("POST", "Basic", #"{"resourceType":"Basic"}"#)
                ])
            #expect(try statuses(try await world.send(.POST, "/fhir/r4", machine, machines, headers: World.of(patient))) == ["201", "400", "400", "400", "201"])
            #expect(try await world.count("SELECT count(*) FROM records r JOIN record_versions USING (record_id) WHERE r.type = 'Subscription'") == 1)
            #expect(try await world.count("SELECT count(*) FROM subscriptions s JOIN records USING (record_id, version) WHERE s.state = 'active'") == 1)

            // More than a consent may give.
            let provider = try await world.provider()
            let given = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let actors = (0...ConsentReading.most).map { _ in #"{"reference":{"reference":"Practitioner/\#(UserID(.v7()))"}}"# }.joined(separator: ",")
            let tooMuch = #"{"resourceType":"Consent","id":"\#(given)","status":"active","provision":{"type":"permit","actor":[\#(actors)]}}"#
            let answer = try await world.send(.POST, "/fhir/r4", patient, bundle("batch", [entry("PUT", "Consent/\(given)", tooMuch)]))
            #expect(try statuses(answer).allSatisfy { $0.hasPrefix("4") })
            #expect(try await world.get("/fhir/r4/Consent/\(given)", patient).tag == #"W/"1""#)
            #expect(try await world.get("/fhir/r4/Basic", provider, headers: World.of(patient)).json["entry"]?.childCount == 2)
        }
    }

    @Test func anEmptyBatchIsNoMistake() async throws {
        try await World.run { world in
            let answer = try await world.send(.POST, "/fhir/stu3", try world.patient(), #"{"resourceType":"Bundle","type":"batch"}"#)
            #expect(try entries(answer).isEmpty)
        }
    }
}
