import CareModels
import Crypto
import Foundation
import HTTP
import JSON
import ServiceTestKit
import TestKit
import Testing

@testable import Outbox
@testable import RecordsService
@testable import Sealing

@Suite(.timeLimit(.minutes(5))) struct WholeRecordRouteTests {
    private static func entries(_ answer: Answer) throws -> [JSONValue] { try answer.json["entry"].map { Array($0.children) } ?? [] }

    private static func next(_ answer: Answer) throws -> String? {
        let links = try #require(try answer.json["link"]).children
        return links.first { $0["relation"]?.string == "next" }?["url"]?.string?.replacing("http://care.test", with: "")
    }

    /// All jobs of one replica, until nothing is due.
    static func work(_ world: World) async throws {
        let runner = JobRunner(
            [.advanceExports(world.dependencies), .forgetExports(world.dependencies), .reopenRecords(world.dependencies)], pool: world.pool,
            now: world.dependencies.now)
        while try await runner.fireDue() > 0 {}
    }

    // MARK: Histories

    /// Firely's client says `_summary=false` with each.
    @Test func historiesShowWhatIsWanted() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for active in ["true", "false"] {
                let body = #"{"resourceType":"Patient","id":"a","active":\#(active),"birthDate":"1990-01-01"}"#
                #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, body).status / 100 == 2)
                world.clock.advance(1)
            }
            for path in ["/fhir/r4/Patient/a/_history", "/fhir/r4/Patient/_history", "/fhir/r4/_history"] {
                let whole = try Self.entries(try await world.get(path + "?_summary=false&_count=2", patient))
                #expect(whole.count == 2 && whole.allSatisfy { $0["resource"]?["birthDate"] != nil && $0["resource"]?["meta"]?["tag"] == nil }, "\(path)")
                let answer = try await world.get(path + "?_elements=active&_count=1", patient)
                let cut = try Self.entries(answer).compactMap { $0["resource"] }
                #expect(cut.count == 1 && cut[0]["active"] != nil && cut[0]["birthDate"] == nil && cut[0]["meta"]?["tag"] != nil, "\(path)")
                let next = try #require(try Self.next(answer))
                let rest = try Self.entries(try await world.get(next, patient)).compactMap { $0["resource"] }
                #expect(rest.count == 1 && rest[0]["active"] != nil && rest[0]["birthDate"] == nil, "\(path)")
                #expect(try await world.get(path + "?_summary=some", patient).status == 400, "\(path)")
            }
        }
    }

    @Test func historiesTellWhatChanged() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            #expect(try await world.send(.POST, "/fhir/r4/Patient", other, Examples.patient).status == 201)
            for (path, body) in [
                ("Patient/a", #"{"resourceType":"Patient","id":"a"}"#), ("Observation/o", #"{"resourceType":"Observation","id":"o"}"#),
                ("Patient/a", #"{"resourceType":"Patient","id":"a","active":true}"#)
            ] {
                #expect([200, 201].contains(try await world.send(.PUT, "/fhir/r4/\(path)", patient, body).status))
                world.clock.advance(10)
            }
            #expect(try await world.send(.DELETE, "/fhir/r4/Observation/o", patient).status == 204)
            let all = try await world.get("/fhir/r4/_history", patient)
            #expect(try Self.entries(all).compactMap { $0["request"]?["method"]?.string } == ["DELETE", "PUT", "PUT", "PUT"])
            #expect(try Self.entries(all).compactMap { $0["request"]?["url"]?.string } == ["Observation/o", "Patient/a", "Observation/o", "Patient/a"])
            #expect(try Self.entries(await world.get("/fhir/r4/Patient/_history", patient)).count == 2)
            #expect(try Self.entries(await world.get("/fhir/stu3/_history", patient)).isEmpty)
            #expect(try Self.entries(await world.get("/fhir/r4/_history?_since=2026-03-06T12:00:20Z", patient)).count == 2)
            let at = try Self.entries(await world.get("/fhir/r4/_history?_at=2026-03-06T12:00:15Z", patient))
            #expect(at.compactMap { $0["response"]?["etag"]?.string } == [#"W/"1""#, #"W/"1""#])
            let one = try await world.get("/fhir/r4/Patient/a/_history?_at=2026-03-06T12:00:15Z", patient)
            #expect(try Self.entries(one).compactMap { $0["response"]?["etag"]?.string } == [#"W/"1""#])
            #expect(try one.json["total"]?.number == 1)
            #expect(try one.json["link"]?.children.first { _ in true }?["url"]?.string?.contains("_at=2026-03-06T12:00:15") == true)
            #expect(try Self.entries(await world.get("/fhir/r4/Patient/a/_history?_at=2026-03-06T11:00:00Z", patient)).isEmpty)
            #expect(try await world.get("/fhir/r4/Patient/a/_history?_at=2026-03-06T12:00:15Z&_since=2026-03-06T12:00:00Z", patient).status == 400)
            for path in ["Patient/a/_history", "_history", "Patient/\(patient.id)/$everything"] {
                let refused = try await world.get("/fhir/r4/\(path)?_count=many&_since=soon", patient)
                #expect(refused.status == 400 && refused.text.contains("_count must be") && refused.text.contains("_since must be"), "\(path)")
            }
            // Page by page.
            var seen: [String] = []
            var path: String? = "/fhir/r4/_history?_count=1"
            while let address = path {
                let page = try await world.get(address, patient)
                seen += try Self.entries(page).compactMap { $0["request"]?["url"]?.string }
                path = try Self.next(page)
            }
            #expect(seen == ["Observation/o", "Patient/a", "Observation/o", "Patient/a"])
            // Within what a token is for.
            let narrow = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: "user/Patient.r"))
            #expect(try Self.entries(await world.get("/fhir/r4/_history", narrow)).count == 2)
            #expect(try await world.get("/fhir/r4/Observation/_history", narrow).status == 403)
            #expect(try await world.get("/fhir/r4/_history?_after=nonsense", patient).status == 400)
            #expect(try await world.get("/fhir/r4/_history?_after=\(Int64.min)_\(UserID(.v7()))_1", patient).status == 400)
            #expect(try await world.get("/fhir/r4/Nothing/_history", patient).status == 404)
        }
    }

    /// As the writes themselves were answered.
    @Test func whatBeginsAnewWasMade() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let body = #"{"resourceType":"Patient","id":"a"}"#
            var answered: [String] = []
            for method in [HTTPMethod.PUT, .PUT, .DELETE, .PUT, .PUT] {
                answered.append("\(try await world.send(method, "/fhir/r4/Patient/a", patient, method == .DELETE ? nil : body).status)")
            }
            #expect(answered == ["201", "200", "204", "201", "200"])
            for path in ["Patient/a/_history", "Patient/_history", "_history"] {
                let statuses = try Self.entries(await world.get("/fhir/r4/\(path)", patient)).compactMap { $0["response"]?["status"]?.string }
                #expect(statuses == answered.reversed(), "\(path)")
            }
            // Also where the deletion is on the next page.
            let page = try Self.entries(await world.get("/fhir/r4/Patient/a/_history?_count=2", patient))
            #expect(page.compactMap { $0["response"]?["status"]?.string } == ["200", "201"])
        }
    }

    @Test func aDifferenceMakesOneVersionOfAnother() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(
                try await world.send(.PUT, "/fhir/r4/Patient/a", patient, #"{"resourceType":"Patient","id":"a","gender":"male","name":[{"text":"x"}]}"#).status == 201)
            #expect(
                try await world.send(.PUT, "/fhir/r4/Patient/a", patient, #"{"resourceType":"Patient","id":"a","gender":"female","name":[{"text":"x"},{"text":"y"}]}"#)
                    .status == 200)
            let back = try await world.get("/fhir/r4/Patient/a/$diff?from=2&to=1", patient)
            #expect(back.status == 200)
            #expect(try back.json["parameter"]?.childCount == 2)
            let versions = #"{"resourceType":"Parameters","parameter":[{"name":"from","valueInteger":2},{"name":"to","valueInteger":1}]}"#
            let posted = try await world.send(.POST, "/fhir/r4/Patient/a/$diff", patient, versions)
            #expect(posted.status == 200 && posted.text == back.text)
            #expect(try await world.send(.POST, "/fhir/r4/Patient/a/$diff", patient, #"{"resourceType":"Parameters"}"#).status == 400)
            #expect(try await world.send(.PATCH, "/fhir/r4/Patient/a", patient, back.text).status == 200)
            let now = try await world.get("/fhir/r4/Patient/a", patient).json
            #expect(now["gender"]?.string == "male" && now["name"]?.childCount == 1)
            #expect(try await world.get("/fhir/r4/Patient/a/$diff?from=1&to=9", patient).status == 404)
            #expect(try await world.get("/fhir/r4/Patient/a/$diff?from=1", patient).status == 400)
            #expect(try await world.get("/fhir/r4/Patient/a/$diff?from=1&to=2", try world.patient()).status == 404)
        }
    }

    /// Each of a list's items may differ, and each difference is longer than a hundred of them.
    @Test func aDifferenceIsBounded() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for name in ["a", "b"] {
                let names = Array(repeating: "\"\(name)\"", count: 100_000).joined(separator: ",")
                let answer = try await world.send(.PUT, "/fhir/r4/Patient/a", patient, #"{"resourceType":"Patient","id":"a","name":[{"given":[\#(names)]}]}"#)
                #expect(answer.status / 100 == 2)
            }
            let path = "/fhir/r4/Patient/a/$diff?from=1&to=2"
            let refused = try await world.get(path, patient)
            #expect(refused.status == 413)
            #expect(try refused.issue["code"]?.string == "too-costly")
            #expect(try await world.get("/fhir/r4/Patient/a/$diff?from=1&to=1", patient).status == 200)
            // What it takes to read both is in the budget of the server's memory.
            try await TestKit.withRoutes(routes(world.dependencies), bodyMemory: 8 << 20) { server in
                let answer = try await ServiceClient(port: server.port).send(.GET, path, token: patient.token)
                #expect(answer.status == 503 && answer.headers.first(name: "Retry-After") == "1")
            }
        }
    }

    // MARK: Everything

    @Test func everythingIsTheWholeRecord() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, #"{"resourceType":"Patient","id":"a"}"#, headers: ["Care-Annotations": "me"]).status == 201)
            for day in 1...5 { #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate(at: "2026-03-0\(day)T12:00:00Z")).status == 201) }
            #expect(try await world.send(.POST, "/fhir/stu3/Patient", patient, Examples.patient).status == 201)
            let path = "/fhir/r4/Patient/a/$everything"
            #expect(try Self.entries(await world.get(path, patient)).count == 6)
            #expect(try Self.entries(await world.get(path + "?_type=Observation", patient)).count == 5)
            #expect(try Self.entries(await world.get(path + "?start=2026-03-02&end=2026-03-03", patient)).count == 3)
            var (seen, address): (Int, String?) = (0, path + "?_count=2")
            while let page = address {
                let answer = try await world.get(page, patient)
                seen += try Self.entries(answer).count
                address = try Self.next(answer)
            }
            #expect(seen == 6)
            // The same asked for by Parameters, as other servers' clients do.
            func posted(_ parameters: String) async throws -> Answer {
                let list = parameters.isEmpty ? "" : #","parameter":[\#(parameters)]"#
                return try await world.send(.POST, path, patient, #"{"resourceType":"Parameters"\#(list)}"#)
            }
            #expect(try Self.entries(await posted("")).count == 6)
            let observations = #"{"name":"_type","valueCode":"Observation"}"#
            #expect(try Self.entries(await posted(observations)).count == 5)
            #expect(try Self.entries(await posted(observations + #",{"name":"_type","valueCode":"Patient"}"#)).count == 6)
            #expect(try Self.entries(await posted(#"{"name":"start","valueDate":"2026-03-02"},{"name":"end","valueDate":"2026-03-03"}"#)).count == 3)
            #expect(try Self.entries(await posted(#"{"name":"_since","valueInstant":"2026-03-07T00:00:00Z"}"#)).isEmpty)
            let first = try await posted(#"{"name":"_count","valueInteger":2}"#)
            (seen, address) = (try Self.entries(first).count, try Self.next(first))
            while let page = address {
                let answer = try await world.get(page, patient)
                seen += try Self.entries(answer).count
                address = try Self.next(answer)
            }
            #expect(seen == 6)
            for wrong in [
                #"{"name":"_count","valueInteger":1.5}"#, #"{"name":"_count","valueInteger":-1}"#, #"{"name":"start","valueDate":"soon"}"#, #"{"valueCode":"Patient"}"#,
                #"{"name":"end","valueDate":"2026"},{"name":"end","valueDate":"2027"}"#, #"{"name":"colour","valueCode":"red"}"#, #"{"name":"_since"}"#
            ] {
                #expect(try await posted(wrong).status == 400, "\(wrong)")
            }
            // A type that there is not is named with whatever else is wrong.
            let unknown = [
                try await world.get(path + "?_type=Observation,Nothing&_since=today", patient),
                try await posted(#"{"name":"_type","valueCode":"Nothing"},{"name":"_since","valueInstant":"today"}"#)
            ]
            for answer in unknown {
                #expect(answer.status == 400)
                let named = try #require(try answer.json["issue"]).children.compactMap { $0["expression"]?.children.first { _ in true }?.string }
                #expect(Set(named) == ["_type", "_since"], "\(answer.text)")
            }
            #expect(try await world.send(.POST, path, patient, Examples.patient).status == 400)
            #expect(try await world.send(.POST, path + "?_count=2", patient, #"{"resourceType":"Parameters"}"#).status == 400)
            #expect(try await world.send(.POST, path, try world.patient(), #"{"resourceType":"Parameters"}"#).status == 404)
            // What a list says beside the resource.
            let entry = try #require(try Self.entries(await world.get("/fhir/r4/Patient", patient)).first)
            let extensions = try #require(entry["search"]?["extension"]).children.compactMap { $0["url"]?.string?.split(separator: "/").last }
            #expect(extensions == ["annotations", "record-status", "record-created"])
            // And which of the ids were not there.
            let missing = try Self.entries(await world.get("/fhir/r4/Patient?_id=a,b,c", patient))
            #expect(missing.count == 2)
            #expect(missing.last?["resource"]?["issue"]?.children.compactMap { $0["details"]?["text"]?.string } == ["b", "c"])
            #expect(try await world.get("/fhir/r4/Patient/b/$everything", patient).status == 404)
            #expect(try await world.get("/fhir/r4/Observation/a/$everything", patient).status == 400)
            #expect(try await world.get(path, try world.patient()).status == 404)
            let narrow = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: "user/Patient.r"))
            #expect(try Self.entries(await world.get(path, narrow)).count == 1)
        }
    }

    // MARK: Exports

    @Test func anExportIsMadeDownloadedAndTakenBack() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            let asked: HTTPHeaders = ["Prefer": "respond-async"]
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, Examples.patient.replacing("amara-okafor", with: "a")).status == 201)
            for _ in 0..<3 { #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).status == 201) }
            #expect(try await world.get("/fhir/r4/$export", patient).status == 400)
            #expect(try await world.get("/fhir/r4/$export?_typeFilter=Observation%3Fx", patient, headers: asked).status == 400)
            #expect(try await world.get("/fhir/r4/$export?_outputFormat=csv", patient, headers: asked).status == 400)
            #expect(try await world.get("/fhir/r4/Observation/$export", patient, headers: asked).status == 400)
            let begun = try await world.get("/fhir/r4/$export", patient, headers: asked)
            #expect(begun.status == 202)
            let status = try #require(begun.headers.first(name: "Content-Location")).replacing("http://care.test", with: "")
            let waiting = try await world.get(status, patient)
            #expect(waiting.status == 202 && waiting.headers.first(name: "X-Progress") != nil && waiting.headers.first(name: "Retry-After") != nil)
            // What is written afterwards is not in it.
            world.clock.advance(1)
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, #"{"resourceType":"Patient","id":"a"}"#).status == 200)
            try await Self.work(world)
            let done = try await world.get(status, patient)
            #expect(done.status == 200)
            let output = Array(try #require(try done.json["output"]).children)
            #expect(output.map { $0["count"]?.number } == [1, 3] || output.map { $0["count"]?.number } == [3, 1])
            for file in output {
                let url = try #require(file["url"]?.string).replacing("http://care.test", with: "")
                let answer = try await world.get(url, patient)
                #expect(answer.headers.first(name: "Content-Type") == "application/fhir+ndjson")
                let lines = answer.text.split(separator: "\n")
                #expect(Double(lines.count) == file["count"]?.number)
                for line in lines { #expect(try JSONDocument(Array(line.utf8)).root["resourceType"]?.string == file["type"]?.string) }
                if file["type"]?.string == "Patient" { #expect(answer.text.contains("Okafor")) }
                #expect(try await world.get(url, other).status == 404)
            }
            #expect(try await world.get(status, other).status == 404)
            #expect(try await world.send(.DELETE, status, other).status == 404)
            #expect(try await world.send(.DELETE, status, patient).status == 202)
            #expect(try await world.get(status, patient).status == 404)
        }
    }

    /// But for a file that does not fit into a resource, which its Binary says.
    @Test func whatWasTakenOutOfAResourceIsInItsExport() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let data = Data(Files.pdf(600_000)).base64EncodedString()
            let body = #"{"resourceType":"DocumentReference","status":"current","content":[{"attachment":{"contentType":"application/pdf","data":"\#(data)"}}]}"#
            #expect(try await world.send(.POST, "/fhir/r4/DocumentReference", patient, body).status == 201)
            for size in [500_000, 6_400_000] { _ = try await world.store(Files.pdf(size), "application/pdf", patient) }
            let begun = try await world.get("/fhir/r4/$export", patient, headers: ["Prefer": "respond-async"])
            let status = try #require(begun.headers.first(name: "Content-Location")).replacing("http://care.test", with: "")
            try await Self.work(world)
            var files: [String: [JSONValue]] = [:]
            for file in try #require(try await world.get(status, patient).json["output"]).children {
                let url = try #require(file["url"]?.string).replacing("http://care.test", with: "")
                let lines = try await world.get(url, patient).text.split(separator: "\n")
                files[file["type"]?.string ?? ""] = try lines.map { try JSONDocument(Array($0.utf8)).root }
            }
            let attachment = files["DocumentReference"]?.first?["content"]?.children.first { _ in true }?["attachment"]
            #expect(attachment?["data"]?.string == data)
            let binaries = files["Binary"] ?? []
            #expect(binaries.count == 2)
            #expect(binaries.contains { $0["data"]?.string == Data(Files.pdf(500_000)).base64EncodedString() })
            #expect(binaries.contains { $0["data"] == nil && $0["meta"]?["tag"]?.children.first { _ in true }?["code"]?.string == "SUBSETTED" })
        }
    }

    @Test func whoeverTakesOverGoesOn() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient).status == 201)
            let begun = try await world.get("/fhir/r4/$export", patient, headers: ["Prefer": "respond-async"])
            let status = try #require(begun.headers.first(name: "Content-Location")).replacing("http://care.test", with: "")
            let id = try #require(ExportID(status.split(separator: "/").dropLast().last ?? ""))
            // A replica that dies in the middle of its work leaves nothing of it.
            struct Killed: Error {}
            await #expect(throws: Killed.self) {
                try await world.pool.transaction { tx in
                    try await AdvanceExport(now: world.dependencies.moment())(ExportStep(exportId: id, step: 0), tx)
                    throw Killed()
                }
            }
            #expect(try await world.get(status, patient).status == 202)
            #expect(try await world.count("SELECT count(*) FROM record_export_files") == 0)
            // Two others do it once.
            _ = try await together(2) { _ in try await Self.work(world) }
            #expect(try await world.get(status, patient).status == 200)
            #expect(try await world.count("SELECT count(*) FROM record_export_files") == 1)
            // Its time is over.
            world.clock.advance(86_401)
            let isMore = try await world.pool.transaction { tx in try await ForgetExports(now: world.dependencies.now())(tx) }
            #expect(!isMore)
            #expect(try await world.get(status, patient).status == 404)
            #expect(try await world.count("SELECT count(*) FROM record_exports") == 0)
        }
    }

    /// Never more than its batch, whatever plan the database takes.
    @Test func exportsAreForgottenInBatches() async throws {
        try await World.run { world in
            let now = world.dependencies.now()
            try await world.pool.withConnection { connection in
                try await connection.execute(
                    """
                    INSERT INTO record_exports (export_id, client_id, format, types, request, at, expires_at)
                    SELECT gen_random_uuid(), 'machine', 'fhir-r4', '{}', '', \(now), \(now)::timestamptz - n * interval '1 minute' FROM generate_series(1, 250) n
                    """)
                try await connection.execute("INSERT INTO record_export_files SELECT export_id, 0, 'Patient', NULL, export_id, 1 FROM record_exports")
                try await connection.execute("ANALYZE record_exports")
            }
            let left = try await world.pool.left("SELECT count(*) FROM record_exports") { try await ForgetExports(now: now)($0) }
            #expect(left == [150, 50, 0])
            #expect(try await world.count("SELECT count(*) FROM record_export_files") == 0)
        }
    }

    @Test func aMachineExportsEverybodysAndNobodyElseDoes() async throws {
        try await World.run { world in
            let patients = try (0..<2).map { _ in try world.patient() }
            for patient in patients {
                for _ in 0..<2 { #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient).status == 201) }
            }
            // Of whom nothing is in it nothing is noted.
            let other = try world.patient()
            #expect(try await world.send(.POST, "/fhir/r4/Observation", other, Examples.heartRate()).status == 201)
            let asked: HTTPHeaders = ["Prefer": "respond-async"]
            let machine = try world.machine(scope: "system/*.rs records:any")
            let begun = try await world.get("/fhir/r4/Patient/$export?_type=Patient", machine, headers: asked)
            #expect(begun.status == 202)
            try await Self.work(world)
            let status = try #require(begun.headers.first(name: "Content-Location")).replacing("http://care.test", with: "")
            let done = try await world.get(status, machine)
            let url = try #require(try done.json["output"]?.children.first { _ in true }?["url"]?.string).replacing("http://care.test", with: "")
            #expect(try await world.get(url, machine).text.split(separator: "\n").count == 4)
            for (person, count) in [(patients[0], 1), (patients[1], 1), (other, 0)] {
                let exports = try await world.accesses(person).filter { $0["interaction"]?.string == "export" }
                #expect(exports.count == count)
                #expect(exports.allSatisfy { $0["basis"]?.string == "machine" && $0["role"]?.string == "service" && $0["refused"]?.flag == false })
                #expect(exports.allSatisfy { $0["types"]?.children.compactMap(\.string) == ["Patient"] })
            }
            #expect(try await world.get("/fhir/r4/$export", try world.machine(scope: "system/*.rs"), headers: asked).status == 403)
            #expect(try await world.get("/fhir/r4/$export?_type=Observation", try world.machine(scope: "system/Patient.r records:any"), headers: asked).status == 403)
            for _ in 0..<4 { #expect(try await world.get("/fhir/r4/$export", machine, headers: asked).status == 202) }
            let further = try await world.get("/fhir/r4/$export", machine, headers: asked)
            #expect(try further.status == 409 && further.json["issue"]?.children.first { _ in true }?["code"]?.string == "business-rule")
            // What is too much for now, not too often: one that is given up makes room at once.
            #expect(try await world.send(.DELETE, status, machine).status == 202)
            #expect(try await world.get("/fhir/r4/$export", machine, headers: asked).status == 202)
        }
    }

    /// Each step looks through so many records, however few of them are wanted, and the next one goes on behind them.
    @Test func anExportGoesPastWhatItDoesNotWant() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for type in ["Basic", "Basic", "Patient", "Basic", "Patient", "Basic"] {
                #expect(try await world.send(.POST, "/fhir/r4/\(type)", patient, #"{"resourceType":"\#(type)"}"#).status == 201)
            }
            let machine = try world.machine(scope: "system/*.rs records:any")
            let begun = try await world.get("/fhir/r4/$export?_type=Patient", machine, headers: ["Prefer": "respond-async"])
            let status = try #require(begun.headers.first(name: "Content-Location")).replacing("http://care.test", with: "")
            let id = try #require(ExportID(status.split(separator: "/").dropLast().last ?? ""))
            var steps = 0
            while try await world.get(status, machine).status == 202, steps < 20 {
                try await world.pool.transaction { [steps] tx in
                    try await AdvanceExport(batch: 2, now: world.dependencies.moment())(ExportStep(exportId: id, step: steps), tx)
                }
                steps += 1
            }
            #expect(steps == 4)
            #expect(try await world.get(status, machine).json["output"]?.children.map { $0["count"]?.number } == [2])
        }
    }

    @Test func filesAreFilledInTurn() {
        var filing = ExportFiling([])
        let ids = (0..<3).map { _ in RecordID(.v7()) }
        filing.add(ids[0], "Patient")
        filing.add(ids[1], "Observation")
        filing.add(ids[2], "Patient")
        #expect(
            filing.changed == [
                1: ExportFile(number: 1, type: "Patient", behind: nil, until: ids[2], resources: 2),
                2: ExportFile(number: 2, type: "Observation", behind: nil, until: ids[1], resources: 1)
            ])
        var full = ExportFiling([ExportFile(number: 7, type: "Patient", behind: nil, until: ids[0], resources: ExportFile.most)])
        full.add(ids[1], "Patient")
        #expect(full.changed == [8: ExportFile(number: 8, type: "Patient", behind: ids[0], until: ids[1], resources: 1)])
    }

    // MARK: Imports

    @Test func anImportIsSentAgainAndNothingIsThereTwice() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let lines =
                (0..<250).map { #"{"resourceType":"Patient","multipleBirthInteger":\#($0)}"# } + [
                    #"{"resourceType":"Patient","id":"own"}"#, #"{"resourceType":"Patient","id":"own","active":true}"#, "", "{", #"{"resourceType":"Nothing"}"#
                ]
            let body = Array((lines.joined(separator: "\r\n")).utf8)
            func send(_ key: String) async throws -> [String: Double] {
                let answer = try await world.send(.POST, "/fhir/r4/$import", patient, body, headers: ["Idempotency-Key": key], type: "application/fhir+ndjson")
                #expect(answer.status == 200)
                let parameters = Array(try #require(try answer.json["parameter"]).children)
                let faults = parameters.filter { $0["name"]?.string == "fault" }
                #expect(faults.compactMap { $0["part"]?.children.first { _ in true }?["valueInteger"]?.number } == [254, 255])
                return Dictionary(
                    parameters.compactMap { parameter in parameter["valueInteger"]?.number.map { (parameter["name"]?.string ?? "", $0) } }, uniquingKeysWith: { $1 })
            }
            #expect(try await send("one") == ["created": 251, "updated": 1, "unchanged": 0, "refused": 2])
            #expect(try await world.count("SELECT count(*) FROM records") == 251)
            // The same key, whose answer was lost with the server: the lines are known again.
            try await world.pool.transaction { _ = try await $0.execute("DELETE FROM idempotency_keys") }
            let again = try await send("one")
            #expect(again["created"] == 0 && again["refused"] == 2)
            #expect(try await world.count("SELECT count(*) FROM records") == 251)
            #expect(try await send("two")["created"] == 250)
            #expect(try await world.send(.POST, "/fhir/r4/$import", patient, body).status == 415)
            let reader = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: "records:read"))
            #expect(try await world.send(.POST, "/fhir/r4/$import", reader, body, type: "application/fhir+ndjson").status == 403)
        }
    }

    /// A hundred lines are a transaction, however short they are.
    @Test func anImportHasSoManyLines() async throws {
        try await World.run { world in
            let patient = try world.patient()
            func send(_ lines: Int) async throws -> Int {
                let ends = [UInt8](repeating: 0x0A, count: lines)
                return try await world.send(.POST, "/fhir/r4/$import", patient, ends, type: "application/fhir+ndjson").status
            }
            #expect(try await send(ImportResources.mostLines) == 200)
            #expect(try await send(ImportResources.mostLines + 1) == 413)
        }
    }

    /// An import that was broken off is mended before it is sent again: another type of resource in a line is another record.
    @Test func aLineThatWasMendedIsAnotherRecord() async throws {
        try await World.run { world in
            let patient = try world.patient()
            func send(_ lines: [String]) async throws -> Answer {
                // Its answer was never told.
                try await world.pool.transaction { _ = try await $0.execute("DELETE FROM idempotency_keys") }
                return try await world.send(
                    .POST, "/fhir/r4/$import", patient, Array(lines.joined(separator: "\n").utf8), headers: ["Idempotency-Key": "one"], type: "application/fhir+ndjson")
            }
            #expect(try await send([#"{"resourceType":"Patient"}"#, #"{"resourceType":"Basic"}"#]).status == 200)
            #expect(try await send([#"{"resourceType":"Patient"}"#, #"{"resourceType":"Condition"}"#]).status == 200)
            #expect(try await world.count("SELECT count(*) FROM records") == 3)
        }
    }

    /// What of an import is refused late leaves the other lines as they are.
    @Test func aLineThatIsRefusedEndsNoImport() async throws {
        try await World.run { world in
            let (patient, machine) = (try world.patient(), try world.machine())
            // A machine has no feed.
            let lines = [#"{"resourceType":"Basic"}"#, World.subscription(["Basic"]), World.subscription(["Basic"], id: "s"), #"{"resourceType":"Basic"}"#]
            let answer = try await world.send(
                .POST, "/fhir/r4/$import", machine, Array(lines.joined(separator: "\n").utf8), headers: World.of(patient), type: "application/fhir+ndjson")
            #expect(answer.status == 200)
            #expect(try await world.count("SELECT count(*) FROM records WHERE type = 'Basic'") == 2)
            #expect(try await world.count("SELECT count(*) FROM records WHERE type = 'Subscription'") == 0)
        }
    }

    // MARK: Purges

    /// Of what is out of reach neither a number tells nor a place in a list.
    @Test func whoIsNarrowedHearsOfNothingElse() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let provider = try await world.provider()
            func observation(_ category: String) -> String {
                #"{"resourceType":"Observation","category":[{"coding":[{"system":"urn:c","code":"\#(category)"}]}]}"#
            }
            var ids: [String] = []
            for category in ["secret", "laboratory", "secret", "laboratory", "secret"] {
                ids.append(try await world.send(.POST, "/fhir/r4/Observation", patient, observation(category)).id)
            }
            let hidden = [ids[0], ids[2], ids[4]]
            let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)", #","class":[{"system":"urn:c","code":"laboratory"}]"#)
            for list in ["/fhir/r4/Observation?_count=1", "/fhir/r4/_history?_count=1", "/fhir/r4/Patient/\(patient.id)/$everything?_count=1"] {
                var (path, found, pages): (String?, Int, Int) = (list, 0, 0)
                while let next = path, pages < 20 {
                    let answer = try await world.get(next, provider, headers: World.of(patient))
                    #expect(answer.status == 200 && !hidden.contains { answer.text.contains($0) })
                    found += try answer.json["entry"]?.childCount ?? 0
                    pages += 1
                    let link = try answer.json["link"]?.children.first { $0["relation"]?.string == "next" }?["url"]?.string
                    path = link?.replacing("http://care.test", with: "")
                }
                #expect(found == 2 && pages < 20)
            }
            var asked = World.of(patient)
            asked.add(name: "Prefer", value: "respond-async")
            let begun = try await world.get("/fhir/r4/$export?_type=Observation", provider, headers: asked)
            let status = try #require(begun.headers.first(name: "Content-Location")).replacing("http://care.test", with: "")
            let waiting = try await world.get(status, provider, headers: asked)
            #expect(waiting.status == 202 && waiting.headers.first(name: "X-Progress")?.contains { $0.isNumber } == false)
            try await Self.work(world)
            let done = try await world.get(status, provider, headers: asked)
            let file = try #require(try done.json["output"]?.children.first { _ in true })
            #expect(done.status == 200 && file["count"] == nil)
            let url = try #require(file["url"]?.string).replacing("http://care.test", with: "")
            #expect(try await world.get(url, provider, headers: asked).text.split(separator: "\n").count == 2)
            // Who is let in to another record alone hears nothing of it.
            let other = try world.patient()
            _ = try await world.consent(other, to: "Practitioner/\(provider.id)")
            #expect(try await world.get(status, provider, headers: World.of(other)).status == 404)
            #expect(try await world.send(.DELETE, status, provider, headers: World.of(other)).status == 404)
            #expect(try await world.send(.DELETE, "/fhir/r4/Consent/\(consent)", patient).status == 204)
            #expect(try await world.get(url, provider, headers: asked).status == 404)
        }
    }

    @Test func aWholeRecordIsDestroyedWithAReceipt() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            let fresh = World.Person(
                id: patient.id, token: try TestIssuer.token(patient.id, .patient, scope: World.everyScope, client: "careline", signedInAt: world.dependencies.now()))
            let own = #"{"patientId":"\#(patient.id)"}"#
            let json: HTTPHeaders = ["Content-Type": "application/json"]
            let id = try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).id
            #expect(try await world.send(.POST, "/app-data", patient, [1, 2, 3], type: "a/b").status == 201)
            let file = [UInt8](repeating: 0x61, count: 70_000)
            #expect(try await world.send(.POST, "/fhir/r4/Binary", patient, file, type: "text/plain").status == 201)
            #expect(try await world.send(.POST, "/fhir/r4/Patient", other, Examples.patient).status == 201)
            let provider = try await world.provider()
            let emergency = #"{"patientId":"\#(patient.id)","reason":"Unconscious"}"#
            #expect(try await world.send(.POST, "/records/break-glass", provider, emergency, headers: json).status == 201)
            let stale = World.Person(id: patient.id, token: try TestIssuer.token(patient.id, .patient, scope: World.everyScope, client: "careline"))
            #expect(try await world.send(.POST, "/records/purge", stale, own, headers: json).status == 401)
            #expect(try await world.send(.POST, "/records/purge", fresh, #"{"patientId":"\#(other.id)"}"#, headers: json).status == 400)
            #expect(try await world.accesses(patient).filter { $0["interaction"]?.string == "purge" }.map { $0["refused"]?.flag } == [true, true])
            // An app that was let write to the record was not let destroy it.
            let app = World.Person(id: patient.id, token: try TestIssuer.token(patient.id, .patient, scope: World.everyScope, signedInAt: world.dependencies.now()))
            #expect(try await world.send(.POST, "/records/purge", app, own, headers: json).status == 403)
            let answer = try await world.send(.POST, "/records/purge", fresh, own, headers: json)
            #expect(answer.status == 200)
            #expect(try await world.count("SELECT count(*) FROM access_log WHERE owner_id = \(patient.id)") == 0)
            #expect(try await world.count("SELECT count(*) FROM records WHERE owner_id = \(patient.id)") == 0)
            #expect(try await world.count("SELECT count(*) FROM person_keys WHERE person_id = \(patient.id) AND wrapped_key IS NULL") == 1)
            #expect(try await world.count("SELECT count(*) FROM records WHERE owner_id = \(other.id)") == 1)
            #expect(try await world.count("SELECT count(*) FROM overrides") == 0)
            let uuid = try #require(UUID(uuidString: id))
            #expect(try await world.events(of: uuid).map(\.type) == [RecordCreated.type, RecordDeleted.type])
            #expect(try await world.events(of: uuid, on: .observations).map(\.type).last == ObservationWithdrawn.type)

            // Anybody can check it.
            let receipt = try #require(try answer.json["receipt"]?.string)
            let parts = receipt.split(separator: ".").map(String.init)
            let keys: JSONWebKeySet = try await world.get("/records/receipts/jwks", nil).decode()
            let signature = try #require(Base64URL.decode(parts[2]).flatMap { P256.Signing.ECDSASignature(es256: $0) })
            #expect(try #require(keys.keys.first?.verificationKey).accepts(signature, for: Data((parts[0] + "." + parts[1]).utf8)))
            let said = try JSONDocument(try #require(Base64URL.decode(parts[1]))).root
            #expect(said["sub"]?.string == patient.id.description && said["records"]?.number == 3 && said["versions"]?.number == 3)
            #expect(said["bytes"]?.number ?? 0 > Double(file.count) && said["bytes"]?.number ?? 0 < Double(file.count + 10_000))
            #expect(said["keys"]?.childCount == 1)

            // The record is empty, nothing is stored for a while, then all goes on.
            #expect(try await world.get("/fhir/r4/Observation", patient).json["total"]?.number == 0)
            let early = try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient)
            #expect(early.status == 503 && early.headers.first(name: "Retry-After") != nil)
            world.clock.advance(306)
            try await Self.work(world)
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient).status == 201)
            #expect(try await world.get("/fhir/r4/Patient", patient).json["total"]?.number == 1)
            // So does who is let in, and is noted again behind what was destroyed.
            #expect(try await world.get("/fhir/r4/Patient", provider, headers: World.of(patient)).status == 404)
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            #expect(try await world.get("/fhir/r4/Patient", provider, headers: World.of(patient)).json["entry"]?.childCount == 1)
            #expect(try await world.accesses(patient).contains { $0["role"]?.string == "provider" && $0["basis"]?.string == "consent" })
            let report = try await world.verifyAccesses()
            #expect(report.erased == 0 && report.rows > 3)
            #expect(try await world.get("/records/receipts", patient).json["items"]?.childCount == 1)
            #expect(try await world.get("/records/receipts", other).json["items"]?.childCount == 0)
        }
    }

    /// In no quota, they are as many as somebody likes to make.
    @Test func ofOnePersonTheNewestReceiptsAreKept() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            let signer = ReceiptSigner(masters: World.masters)
            let (signed, key, point) = try signer.sign(Array("{}".utf8))
            let now = world.clock.now
            let made = (0..<SignedReceipt.most + 3).map { _ in SignedReceipt(id: ReceiptID(world.dependencies.newID()), at: now, signed: signed) }
            try await world.pool.transaction { tx in
                try await tx.insert(made[0], of: other.id, closedUntil: now, key: key, publicKey: point)
                for receipt in made.dropFirst() { try await tx.insert(receipt, of: patient.id, closedUntil: now, key: key, publicKey: point) }
            }
            let kept = try await world.pool.withConnection { try await $0.receipts(of: patient.id, 200, after: nil) }
            #expect(kept.map(\.id.description) == made.dropFirst().map(\.id.description).sorted().suffix(SignedReceipt.most).reversed())
            #expect(try await world.count("SELECT count(*) FROM record_receipts WHERE owner_id = \(other.id)") == 1)
        }
    }

    @Test func anErasedAccountIsNotOpenedAgain() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient).status == 201)
            let fresh = World.Person(
                id: patient.id, token: try TestIssuer.token(patient.id, .patient, scope: World.everyScope, client: "careline", signedInAt: world.dependencies.now()))
            let purged = try await world.send(.POST, "/records/purge", fresh, #"{"patientId":"\#(patient.id)"}"#, headers: ["Content-Type": "application/json"])
            #expect(purged.status == 200)
            let erased = UserDeleted(userId: patient.id, version: 2, deletedAt: Date())
            try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
            world.clock.advance(306)
            try await Self.work(world)
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient).status == 403)
            #expect(try await world.count("SELECT count(*) FROM record_receipts") == 0)
        }
    }
}
