import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import Outbox
@testable import RecordsService

/// Exports that are asked for by Parameters (https://hl7.org/fhir/uv/bulkdata/STU2/export.html), which may name whose records.
@Suite(.timeLimit(.minutes(5))) struct PostedExportTests {
    private static let asked: HTTPHeaders = ["Prefer": "respond-async"]
    private static let lenient: HTTPHeaders = ["Prefer": "respond-async, handling=lenient"]

    private static func parameters(_ list: String...) -> String {
        #"{"resourceType":"Parameters","parameter":[\#(list.joined(separator: ","))]}"#
    }

    private static func text(_ name: String, _ value: String) -> String { #"{"name":"\#(name)","valueString":"\#(value)"}"# }

    private static func since(_ value: String) -> String { #"{"name":"_since","valueInstant":"\#(value)"}"# }

    private static func named(_ reference: String) -> String { #"{"name":"patient","valueReference":{"reference":"\#(reference)"}}"# }

    private static func post(
        _ world: World, _ caller: World.Person, _ body: String, to path: String = "Patient/$export", headers: HTTPHeaders = asked
    ) async throws -> Answer {
        try await world.send(.POST, "/fhir/r4/\(path)", caller, body, headers: headers)
    }

    private static func work(_ world: World) async throws {
        let runner = JobRunner(
            [.advanceExports(world.dependencies), .advanceIncrementalExports(world.dependencies), .advancePersonsExports(world.dependencies)],
            pool: world.pool, now: world.dependencies.now)
        while try await runner.fireDue() > 0 {}
    }

    private static func status(_ begun: Answer) throws -> String {
        #expect(begun.status == 202, "\(begun.text)")
        return try #require(begun.headers.first(name: "Content-Location")).replacing("http://care.test", with: "")
    }

    /// The lines of all files that the manifest lists so, once it is there.
    private static func lines(
        _ list: String = "output", of begun: Answer, _ world: World, _ caller: World.Person, headers: HTTPHeaders = [:]
    ) async throws -> [JSONValue] {
        try await work(world)
        let done = try await world.get(try status(begun), caller, headers: headers)
        #expect(done.status == 200)
        var lines: [JSONValue] = []
        for file in try #require(try done.json[list]).children {
            let url = try #require(file["url"]?.string).replacing("http://care.test", with: "")
            let answer = try await world.get(url, caller, headers: headers)
            #expect(answer.status == 200)
            for line in answer.text.split(separator: "\n") { lines.append(try JSONDocument(Array(line.utf8)).root) }
        }
        return lines
    }

    /// `Type/id` of what is in it.
    private static func found(_ begun: Answer, _ world: World, _ caller: World.Person, headers: HTTPHeaders = [:]) async throws -> [String] {
        try await lines(of: begun, world, caller, headers: headers).map { "\($0["resourceType"]?.string ?? "")/\($0["id"]?.string ?? "")" }.sorted()
    }

    private static func put(_ place: String, _ world: World, _ patient: World.Person) async throws {
        let parts = place.split(separator: "/")
        let body = #"{"resourceType":"\#(parts[0])","id":"\#(parts[1])"}"#
        #expect(try await world.send(.PUT, "/fhir/r4/\(place)", patient, body).status / 100 == 2)
    }

    private static func end(_ begun: Answer, _ world: World, _ caller: World.Person) async throws {
        #expect(try await world.send(.DELETE, try status(begun), caller).status == 202)
    }

    // MARK: What is asked for

    @Test func theBodySaysWhatTheAddressOfAGetDoes() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for place in ["Basic/b", "Condition/c", "Observation/o", "Patient/p"] { try await Self.put(place, world, patient) }
            world.clock.advance(3600)
            for place in ["Basic/new", "Observation/new"] { try await Self.put(place, world, patient) }
            world.clock.advance(1)
            let instant = "2026-03-06T13:00:00Z"
            // With commas between, repeated, and both.
            let types = ["Basic,Condition,Patient", "Basic&_type=Condition&_type=Patient", "Patient,Basic&_type=Condition,Basic"]
            let wanted = ["Basic/b", "Basic/new", "Condition/c", "Patient/p"]
            for path in ["$export", "Patient/$export"] {
                for query in types {
                    let begun = try await world.get("/fhir/r4/\(path)?_type=\(query)", patient, headers: Self.asked)
                    #expect(try await Self.found(begun, world, patient) == wanted, "\(query)")
                    try await Self.end(begun, world, patient)
                    let list = query.split(separator: "&").map { Self.text("_type", String($0.replacing("_type=", with: ""))) }
                    let body = #"{"resourceType":"Parameters","parameter":[\#(list.joined(separator: ","))]}"#
                    let posted = try await Self.post(world, patient, body, to: path)
                    #expect(try await Self.found(posted, world, patient) == wanted, "\(query)")
                    let manifest = try await world.get(try Self.status(posted), patient).json
                    #expect(manifest["request"]?.string == "http://care.test/fhir/r4/\(path)")
                    try await Self.end(posted, world, patient)
                }
                let all = [Self.since(instant), Self.text("_outputFormat", "ndjson"), Self.text("_type", "Basic,Condition")]
                let begun = try await Self.post(world, patient, Self.parameters(all[0], all[1], all[2]), to: path)
                #expect(try await Self.found(begun, world, patient) == ["Basic/new"])
                try await Self.end(begun, world, patient)
                // Without any, it is of everything.
                let whole = try await Self.post(world, patient, #"{"resourceType":"Parameters"}"#, to: path)
                #expect(try await Self.found(whole, world, patient).count == 6)
                try await Self.end(whole, world, patient)
            }
        }
    }

    @Test func whatIsPostedIsBegunOnce() async throws {
        try await World.run { world in
            let (patient, machine) = (try world.patient(), try world.machine())
            try await Self.put("Basic/b", world, patient)
            let headers: HTTPHeaders = ["Prefer": "respond-async", "Idempotency-Key": "once"]
            let body = Self.parameters(Self.text("_type", "Basic"))
            let (first, again) = (try await Self.post(world, patient, body, headers: headers), try await Self.post(world, patient, body, headers: headers))
            #expect(try Self.status(first) == Self.status(again))
            #expect(again.headers.first(name: "Idempotent-Replayed") == "true")
            #expect(try await world.count("SELECT count(*) FROM record_exports") == 1)
            #expect(try await Self.post(world, patient, Self.parameters(Self.text("_type", "Patient")), headers: headers).status == 422)
            // Of another record it is another request.
            var named = headers
            named.add(name: "Care-Person", value: patient.id.description)
            #expect(try await Self.post(world, machine, body, headers: named).status == 202)
            #expect(try await Self.post(world, machine, body, headers: headers).status == 422)
            #expect(try await world.count("SELECT count(*) FROM record_exports") == 2)
        }
    }

    @Test func whatIsNotUnderstoodIsRefused() async throws {
        try await World.run { world in
            let patient = try world.patient()
            try await Self.put("Basic/b", world, patient)
            let nobody = "Patient/\(UserID(.v7()))"
            let cases: [(path: String, body: String, words: String)] = [
                ("$export", "", "issue"), ("$export", "{", "issue"), ("$export", "[]", "object"), ("$export", #"{"resourceType":"Patient"}"#, "Parameters"),
                ("$export", #"{"resourceType":"Parameters","id":"a b"}"#, "id"), ("$export", #"{"resourceType":"Parameters","parameter":{"name":"_type"}}"#, "list"),
                ("$export", Self.parameters(#"{"valueString":"Basic"}"#), "name"), ("$export", Self.parameters(#"{"name":"_type"}"#), "valueString"),
                ("$export", Self.parameters(#"{"name":"_type","valueInteger":1}"#), "valueString"), ("$export", Self.parameters(Self.text("_type", ",")), "_type"),
                ("$export", Self.parameters(Self.text("_type", "Basic,Nothing")), "_type"),
                ("$export", Self.parameters(Self.text("_since", "2026-03-06T13:00:00Z")), "valueInstant"), ("$export", Self.parameters(Self.since("today")), "instant"),
                ("$export", Self.parameters(Self.since("2026-03-06T13:00:00Z"), Self.since("2026-03-06T13:00:00Z")), "once"),
                ("$export", Self.parameters(Self.text("_outputFormat", "text/csv")), "ndjson"),
                ("$export", Self.parameters(Self.text("_outputFormat", "ndjson"), Self.text("_outputFormat", "ndjson")), "once"),
                ("$export", Self.parameters(Self.text("_elements", "id"), Self.text("organizeOutputBy", "Patient")), "organizeOutputBy"),
                ("$export", Self.parameters(Self.text("_typeFilter", "Basic?code=a")), "_typeFilter"),
                ("$export", Self.parameters(Self.named("Patient/\(patient.id)")), "Patient/$export"),
                ("$export?_type=Basic", Self.parameters(), "_type"), ("$export?unheardOf=1", Self.parameters(Self.text("_type", "Basic")), "unheardOf"),
                ("$export?patient=\(nobody)", Self.parameters(Self.text("_type", "Basic")), "patient"),
                ("Patient/$export", Self.parameters(Self.named(nobody)), "parameter[0]"), ("Patient/$export", Self.parameters(Self.named("Patient/b")), "Patient/ID"),
                ("Patient/$export", Self.parameters(Self.named("Practitioner/\(patient.id)")), "Patient/ID"),
                ("Patient/$export", Self.parameters(Self.named("https://other.example/Patient/\(patient.id)")), "Patient/ID"),
                ("Patient/$export", Self.parameters(Self.text("patient", "Patient/\(patient.id)")), "valueReference"),
                ("Basic/$export", Self.parameters(Self.text("_type", "Basic")), "Patient/$export")
            ]
            for (path, body, words) in cases {
                let answer = try await Self.post(world, patient, body, to: path)
                #expect(answer.status == 400 && answer.text.contains(words), "\(path) \(body): \(answer.status) \(answer.text)")
            }
            // By its address alone, a GET says as little.
            for query in [
                "_type=Nothing", "_type=Basic,Nothing", "patient=Patient/\(patient.id)", "unheardOf=1", "_elements=id",
                "_since=2026-03-06T13:00:00Z&_since=2026-03-06T13:00:00Z"
            ] {
                let name = String(query.prefix { $0 != "=" })
                let answer = try await world.get("/fhir/r4/Patient/$export?\(query)", patient, headers: Self.asked)
                #expect(answer.status == 400 && answer.text.contains(name), "\(query)")
            }
            let body = Self.parameters(Self.text("_type", "Basic"))
            #expect(try await Self.post(world, patient, body, headers: [:]).status == 400)
            #expect(try await Self.post(world, patient, body, headers: ["Prefer": "return=minimal"]).status == 400)
            let plain = try await world.send(.POST, "/fhir/r4/$export", patient, Array(body.utf8), headers: Self.asked, type: "text/plain")
            #expect(plain.status == 415)
            #expect(try await Self.post(world, try world.patient(scope: "records:write"), body).status == 403)
            let narrow = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: "patient/Observation.rs"))
            #expect(try await Self.post(world, narrow, body).status == 403)
            #expect(try await world.count("SELECT count(*) FROM record_exports") == 0)
        }
    }

    /// But for what would make an export of more than was meant.
    @Test func whoIsLenientHasWhatIsUnknownPassedOver() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for place in ["Basic/b", "Observation/o"] { try await Self.put(place, world, patient) }
            let body = Self.parameters(Self.text("_elements", "id"), Self.text("_type", "Basic"), Self.text("_typeFilter", "Basic?code=a"))
            let begun = [
                try await Self.post(world, patient, body, headers: Self.lenient),
                try await world.get("/fhir/r4/$export?_elements=id&_type=Basic&_typeFilter=Basic%3Fcode%3Da", patient, headers: Self.lenient)
            ]
            for each in begun { #expect(try await Self.found(each, world, patient) == ["Basic/b"]) }
            let named = Self.parameters(Self.named("Patient/\(patient.id)"))
            #expect(try await Self.post(world, patient, named, to: "$export", headers: Self.lenient).status == 400)
            #expect(try await Self.post(world, patient, Self.parameters(Self.named("Patient/\(UserID(.v7()))")), headers: Self.lenient).status == 400)
            #expect(try await world.get("/fhir/r4/Patient/$export?patient=\(patient.id)", patient, headers: Self.lenient).status == 400)
            #expect(try await Self.post(world, patient, Self.parameters(), to: "$export?_since=2026-03-06T13:00:00Z", headers: Self.lenient).status == 400)
        }
    }

    // MARK: Whose records

    @Test func aMachineNamesWhoseRecords() async throws {
        try await World.run { world in
            let patients = try (0..<3).map { _ in try world.patient() }
            var resources: [String] = []
            for (index, patient) in patients.enumerated() {
                try await Self.put("Basic/of-\(index)", world, patient)
                resources.append(try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#).id)
            }
            let machine = try world.machine(scope: "system/*.rs records:any")
            // One by their account, one by a Patient resource, however often; one of them by the whole address.
            let body = Self.parameters(
                Self.named("Patient/\(patients[0].id)"), Self.named("http://care.test/fhir/r4/Patient/\(resources[1])"), Self.named("Patient/\(patients[1].id)"),
                Self.text("_type", "Basic"))
            let begun = try await Self.post(world, machine, body)
            // The release before would take it for everybody's: it works on none of these, and shows no such file.
            #expect(try await world.count("SELECT count(*) FROM timers WHERE kind IN ('export', 'incremental-export')") == 0)
            #expect(try await Self.found(begun, world, machine) == ["Basic/of-0", "Basic/of-1"])
            #expect(try await world.count("SELECT count(*) FROM record_export_files WHERE type <> 'Persons'") == 0)
            for (patient, count) in zip(patients, [1, 1, 0]) {
                #expect(try await world.accesses(patient).filter { $0["interaction"]?.string == "export" }.count == count)
            }
            // Each has to be somebody.
            let pulse = try await world.send(.POST, "/fhir/r4/Observation", patients[2], Examples.heartRate()).id
            for id in [UserID(.v7()).description, pulse] {
                let other = Self.parameters(Self.named("Patient/\(patients[0].id)"), Self.named("Patient/\(id)"))
                #expect(try await Self.post(world, machine, other).status == 400)
            }
            #expect(try await Self.post(world, try world.machine(scope: "system/*.rs"), body).status == 403)
            // Who names a record by the header has that one's person named, or nobody.
            for (reference, status) in [(resources[2], 202), (patients[2].id.description, 202), (patients[0].id.description, 400)] {
                var headers = World.of(patients[2])
                headers.add(name: "Prefer", value: "respond-async")
                #expect(try await Self.post(world, machine, Self.parameters(Self.named("Patient/\(reference)")), headers: headers).status == status, "\(reference)")
            }
        }
    }

    @Test func whoExportsTheirOwnNamesThemselvesAlone() async throws {
        try await World.run { world in
            let (patient, other, provider) = (try world.patient(), try world.patient(), try await world.provider())
            for person in [patient, other] { try await Self.put("Basic/b", world, person) }
            let resource = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#).id
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            var headers = World.of(patient)
            headers.add(name: "Prefer", value: "respond-async")
            for (caller, headers) in [(patient, Self.asked), (provider, headers)] {
                for reference in ["Patient/\(patient.id)", "Patient/\(resource)"] {
                    let begun = try await Self.post(world, caller, Self.parameters(Self.named(reference), Self.text("_type", "Basic")), headers: headers)
                    let own: HTTPHeaders = caller.id == patient.id ? [:] : World.of(patient)
                    #expect(try await Self.found(begun, world, caller, headers: own) == ["Basic/b"])
                }
                // Whether there is such a person is not told.
                let (known, unknown) = (
                    try await Self.post(world, caller, Self.parameters(Self.named("Patient/\(other.id)")), headers: headers),
                    try await Self.post(world, caller, Self.parameters(Self.named("Patient/\(UserID(.v7()))")), headers: headers)
                )
                #expect(known.status == 400 && known.untraced == unknown.untraced)
            }
            // Of whom nothing is stored yet.
            let newcomer = try world.patient()
            let begun = try await Self.post(world, newcomer, Self.parameters(Self.named("Patient/\(newcomer.id)")))
            #expect(try await Self.found(begun, world, newcomer).isEmpty)
        }
    }

    @Test func whatWasDeletedSinceIsTheirsToo() async throws {
        try await World.run { world in
            let patients = try (0..<2).map { _ in try world.patient() }
            for patient in patients {
                try await Self.put("Basic/b", world, patient)
                #expect(try await world.send(.DELETE, "/fhir/r4/Basic/b", patient).status == 204)
            }
            world.clock.advance(1)
            let machine = try world.machine(scope: "system/*.rs records:any")
            let begun = try await Self.post(world, machine, Self.parameters(Self.named("Patient/\(patients[0].id)"), Self.since("2026-03-06T12:00:00Z")))
            #expect(try await world.count("SELECT count(*) FROM timers WHERE kind IN ('export', 'incremental-export')") == 0)
            let bundles = try await Self.lines("deleted", of: begun, world, machine)
            let persons = bundles.flatMap { bundle in
                bundle["entry"]?.children.compactMap { $0["extension"]?.children.first { _ in true }?["valueReference"]?["reference"]?.string } ?? []
            }
            #expect(persons == ["Patient/\(patients[0].id)"])
        }
    }

    /// Who is erased is out of it, and of whom nobody is left, there is nobody's.
    @Test func whoIsErasedIsInItNoMore() async throws {
        try await World.run { world in
            let patients = try (0..<3).map { _ in try world.patient() }
            for (index, patient) in patients.enumerated() { try await Self.put("Basic/of-\(index)", world, patient) }
            let machine = try world.machine(scope: "system/*.rs records:any")
            let body = Self.parameters(Self.named("Patient/\(patients[0].id)"), Self.named("Patient/\(patients[1].id)"))
            let (made, waiting) = (try await Self.post(world, machine, body), try await Self.post(world, machine, body))
            #expect(try await Self.found(made, world, machine) == ["Basic/of-0", "Basic/of-1"])
            func erase(_ patient: World.Person) async throws {
                let erased = UserDeleted(userId: patient.id, version: 2, deletedAt: Date())
                try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
                #expect(try await world.count("SELECT count(*) FROM record_exports WHERE \(patient.id)::uuid = ANY(person_ids)") == 0)
            }
            try await erase(patients[0])
            for each in [made, waiting] { #expect(try await Self.found(each, world, machine) == ["Basic/of-1"]) }
            try await erase(patients[1])
            for each in [made, waiting] { #expect(try await Self.found(each, world, machine).isEmpty) }
            #expect(try await world.count("SELECT count(*) FROM record_exports WHERE person_ids = '{}'") == 2)
            #expect(try await Self.post(world, machine, body).status == 400)
        }
    }

    @Test func soManyAreNamed() throws {
        let list = (0...ExportWish.mostPatients).map { _ in Self.named("Patient/\(UserID(.v7()))") }
        func read(_ list: some Sequence<String>) throws -> ExportWish {
            var wish = ExportWish(isLenient: false)
            let body = #"{"resourceType":"Parameters","parameter":[\#(list.joined(separator: ","))]}"#
            try wish.read(parameters: Array(body.utf8), ofPatients: true, base: "http://care.test/fhir/r4")
            return wish
        }
        #expect(try read(list.dropLast()).patients?.count == ExportWish.mostPatients)
        #expect(throws: ResourceFault.self) { try read(list) }
    }

    /// Of parameters that nobody knows, and of patients whom nobody may ask for, the first twenty are named and the others counted.
    @Test func ofManyFaultsTheOthersAreCounted() async throws {
        try await World.run { world in
            let (patient, machine) = (try world.patient(), try world.machine())
            let unknown = (0..<25).map { Self.text("_unknown\($0)", "x") }.joined(separator: ",")
            let strangers = (0..<25).map { _ in Self.named("Patient/\(UserID(.v7()))") }.joined(separator: ",")
            for (caller, list) in [(patient, unknown), (machine, strangers)] {
                let answer = try await Self.post(world, caller, Self.parameters(list))
                #expect(answer.status == 400)
                let issues = try #require(try answer.json["issue"]).children.compactMap { $0["diagnostics"]?.string }
                #expect(issues.count == 21 && issues.last == "5 more faults are named once these are mended.")
            }
        }
    }

    /// By whole addresses, and in lines, they are more than a small body.
    @Test func soManyAreNamedByTheirWholeAddresses() async throws {
        try await World.run { world in
            let (patient, machine) = (try world.patient(), try world.machine())
            try await Self.put("Basic/b", world, patient)
            let name = Self.named("http://care.test/fhir/r4/Patient/\(patient.id)")
            let lines = Array(repeating: name, count: ExportWish.mostPatients).joined(separator: ",\n" + String(repeating: " ", count: 40))
            let body = Self.parameters(lines)
            #expect(body.utf8.count > Route.smallBody)
            let begun = try await Self.post(world, machine, body)
            #expect(try await Self.found(begun, world, machine) == ["Basic/b"])
        }
    }
}
