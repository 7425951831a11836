import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import TestKit
import Testing

@testable import Outbox
@testable import RecordsService

/// What was deleted since, in exports of what has changed since (https://hl7.org/fhir/uv/bulkdata/export.html).
@Suite(.timeLimit(.minutes(5))) struct ExportDeletionTests {
    /// An export that was made: `Type/id` of what is in it, and of what was deleted.
    private struct Made {
        var manifest: JSONValue
        var resources: [String] = []
        var deleted: [String] = []
        /// The transactions that delete.
        var bundles: [JSONValue] = []
    }

    private static func begin(_ world: World, _ caller: World.Person, _ query: String, _ headers: HTTPHeaders = [:]) async throws -> String {
        var headers = headers
        headers.add(name: "Prefer", value: "respond-async")
        let begun = try await world.get("/fhir/r4/$export\(query)", caller, headers: headers)
        #expect(begun.status == 202)
        return try #require(begun.headers.first(name: "Content-Location")).replacing("http://care.test", with: "")
    }

    private static func work(_ world: World) async throws {
        let runner = JobRunner(
            [.advanceExports(world.dependencies), .advanceIncrementalExports(world.dependencies)], pool: world.pool, now: world.dependencies.now)
        while try await runner.fireDue() > 0 {}
    }

    private static func files(_ list: JSONValue?, _ world: World, _ caller: World.Person, _ headers: HTTPHeaders) async throws -> [JSONValue] {
        var lines: [JSONValue] = []
        for file in list?.children.map({ $0 }) ?? [] {
            let url = try #require(file["url"]?.string).replacing("http://care.test", with: "")
            let answer = try await world.get(url, caller, headers: headers)
            #expect(answer.status == 200)
            for line in answer.text.split(separator: "\n") {
                let value = try JSONDocument(Array(line.utf8)).root
                #expect(value["resourceType"]?.string == file["type"]?.string)
                lines.append(value)
            }
        }
        return lines
    }

    private static func end(_ status: String, _ world: World, _ caller: World.Person, _ headers: HTTPHeaders = [:]) async throws -> Made {
        try await work(world)
        let answer = try await world.get(status, caller, headers: headers)
        #expect(answer.status == 200)
        var made = Made(manifest: try answer.json)
        made.resources = try await files(made.manifest["output"], world, caller, headers).map { "\($0["resourceType"]?.string ?? "")/\($0["id"]?.string ?? "")" }.sorted()
        made.bundles = try await files(made.manifest["deleted"], world, caller, headers)
        for bundle in made.bundles {
            #expect(bundle["type"]?.string == "transaction")
            for entry in bundle["entry"]?.children.map({ $0 }) ?? [] {
                #expect(entry["request"]?["method"]?.string == "DELETE" && entry["resource"] == nil)
                made.deleted.append(entry["request"]?["url"]?.string ?? "")
            }
        }
        made.deleted.sort()
        return made
    }

    private static func put(_ id: String, _ world: World, _ patient: World.Person, _ type: String = "Patient") async throws {
        #expect(try await world.send(.PUT, "/fhir/r4/\(type)/\(id)", patient, #"{"resourceType":"\#(type)","id":"\#(id)"}"#).status / 100 == 2)
    }

    private static func delete(_ id: String, _ world: World, _ patient: World.Person, _ type: String = "Patient") async throws {
        #expect(try await world.send(.DELETE, "/fhir/r4/\(type)/\(id)", patient).status == 204)
    }

    @Test func whatWasDeletedSinceIsNamed() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            for id in ["long-gone", "gone", "back", "changed", "same", "late"] { try await Self.put(id, world, patient) }
            try await Self.put("pulse", world, patient, "Observation")
            try await Self.put("theirs", world, other)
            try await Self.delete("long-gone", world, patient)
            world.clock.advance(3600)
            let since = "?_since=2026-03-06T13:00:00Z"
            for id in ["gone", "back"] { try await Self.delete(id, world, patient) }
            try await Self.delete("pulse", world, patient, "Observation")
            try await Self.delete("theirs", world, other)
            for id in ["back", "changed", "new"] { try await Self.put(id, world, patient) }
            world.clock.advance(1)

            let first = try await Self.end(try await Self.begin(world, patient, since), world, patient)
            #expect(first.resources == ["Patient/back", "Patient/changed", "Patient/new"])
            #expect(first.deleted == ["Observation/pulse", "Patient/gone"])
            #expect(first.manifest["deleted"]?.children.allSatisfy { $0["type"]?.string == "Bundle" && $0["count"] == nil } == true)
            // Of the types that were asked for.
            let narrow = try await Self.end(try await Self.begin(world, patient, since + "&_type=Observation"), world, patient)
            #expect(narrow.resources.isEmpty && narrow.deleted == ["Observation/pulse"])
            // Since nothing, nothing was deleted.
            let whole = try await Self.end(try await Self.begin(world, patient, ""), world, patient)
            #expect(whole.manifest["deleted"] == nil)
            #expect(whole.resources == ["back", "changed", "late", "new", "same"].map { "Patient/\($0)" })
            // Who has had all of that hears of nothing any more.
            world.clock.advance(3600)
            let nothing = try await Self.end(try await Self.begin(world, patient, "?_since=2026-03-06T14:00:01Z"), world, patient)
            #expect(nothing.resources.isEmpty && nothing.deleted.isEmpty && nothing.manifest["deleted"]?.childCount == 0)
        }
    }

    /// Whatever happens while it is made: what is deleted then was there, and what is made again then was not.
    @Test func itIsAsItWasWhenItWasAskedFor() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for id in ["deleted-later", "made-again", "deleted-again"] { try await Self.put(id, world, patient) }
            world.clock.advance(3600)
            for id in ["made-again", "deleted-again"] { try await Self.delete(id, world, patient) }
            let changed = #"{"resourceType":"Patient","id":"deleted-later","active":true}"#
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/deleted-later", patient, changed).status == 200)
            world.clock.advance(1)
            let status = try await Self.begin(world, patient, "?_since=2026-03-06T13:00:00Z")
            let all = try await Self.begin(world, patient, "")
            world.clock.advance(1)
            try await Self.delete("deleted-later", world, patient)
            for id in ["made-again", "deleted-again"] { try await Self.put(id, world, patient) }
            try await Self.delete("deleted-again", world, patient)
            try await Self.put("new", world, patient)
            let made = try await Self.end(status, world, patient)
            #expect(made.resources == ["Patient/deleted-later"])
            #expect(made.deleted == ["Patient/deleted-again", "Patient/made-again"])
            let whole = try await Self.end(all, world, patient)
            #expect(whole.resources == ["Patient/deleted-later"])
            #expect(whole.manifest["output"]?.children.map { $0["count"]?.number } == [1])
        }
    }

    /// By what it was before: a deletion itself is of no category.
    @Test func whoIsLetInToSomeHearsOfThoseAlone() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let provider = try await world.provider()
            for category in ["secret", "laboratory"] {
                let body = #"{"resourceType":"Observation","id":"\#(category)","category":[{"coding":[{"system":"urn:c","code":"\#(category)"}]}]}"#
                #expect(try await world.send(.PUT, "/fhir/r4/Observation/\(category)", patient, body).status == 201)
            }
            let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)", #","class":[{"system":"urn:c","code":"laboratory"}]"#)
            for category in ["secret", "laboratory"] { try await Self.delete(category, world, patient, "Observation") }
            world.clock.advance(1)
            let status = try await Self.begin(world, provider, "?_since=2026-03-06T12:00:00Z&_type=Observation", World.of(patient))
            let made = try await Self.end(status, world, provider, World.of(patient))
            #expect(made.deleted == ["Observation/laboratory"])
            // Its person hears of both.
            #expect(try await Self.end(try await Self.begin(world, patient, "?_since=2026-03-06T12:00:00Z"), world, patient).deleted.count == 2)
            let file = try #require(made.manifest["deleted"]?.children.first { _ in true }?["url"]?.string).replacing("http://care.test", with: "")
            #expect(try await world.get(file, patient).status == 404)
            #expect(try await world.send(.DELETE, "/fhir/r4/Consent/\(consent)", patient).status == 204)
            #expect(try await world.get(file, provider, headers: World.of(patient)).status == 404)
        }
    }

    @Test func ofEverybodysItIsSaidWhoseTheyWere() async throws {
        try await World.run { world in
            let patients = try (0..<2).map { _ in try world.patient() }
            for patient in patients {
                try await Self.put("a", world, patient)
                try await Self.delete("a", world, patient)
            }
            let other = try world.patient()
            try await Self.put("b", world, other)
            world.clock.advance(1)
            let machine = try world.machine(scope: "system/*.rs records:any")
            let made = try await Self.end(try await Self.begin(world, machine, "?_since=2026-03-06T12:00:00Z"), world, machine)
            #expect(made.resources == ["Patient/b"] && made.deleted == ["Patient/a", "Patient/a"])
            let persons = made.bundles.map { bundle in
                Set(bundle["entry"]?.children.compactMap { $0["extension"]?.children.first { _ in true }?["valueReference"]?["reference"]?.string } ?? [])
            }
            #expect(persons.allSatisfy { $0.count == 1 })
            #expect(Set(persons.flatMap { $0 }) == Set(patients.map { "Patient/\($0.id)" }))
            for person in patients + [other] {
                #expect(try await world.accesses(person).filter { $0["interaction"]?.string == "export" }.count == 1)
            }
        }
    }

    /// Nobody can say any more what it was.
    @Test func whatWentWithItsKeyIsNotNamed() async throws {
        try await World.run { world in
            let patient = try world.patient()
            try await Self.put("a", world, patient)
            try await Self.delete("a", world, patient)
            world.clock.advance(1)
            let machine = try world.machine(scope: "system/*.rs records:any")
            let status = try await Self.begin(world, machine, "?_since=2026-03-06T12:00:00Z")
            try await Self.work(world)
            let file = try #require(try await world.get(status, machine).json["deleted"]?.children.first { _ in true }?["url"]?.string)
            let erased = UserDeleted(userId: patient.id, version: 2, deletedAt: Date())
            try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
            let answer = try await world.get(file.replacing("http://care.test", with: ""), machine)
            #expect(answer.status == 200 && answer.text.isEmpty)
            let later = try await Self.end(try await Self.begin(world, machine, "?_since=2026-03-06T12:00:00Z"), world, machine)
            #expect(later.deleted.isEmpty && later.manifest["deleted"]?.childCount == 0)
        }
    }

    /// The release before does not tell deletions, and does not begin to: what it asks of the timers leaves these exports to this one.
    @Test func anExportThatTheReleaseBeforeBeganNamesNone() async throws {
        try await World.run { world in
            let patient = try world.patient()
            try await Self.put("a", world, patient)
            try await Self.delete("a", world, patient)
            world.clock.advance(1)
            let status = try await Self.begin(world, patient, "?_since=2026-03-06T12:00:00Z")
            #expect(try await world.count("SELECT count(*) FROM timers WHERE kind = 'export'") == 0)
            try await world.pool.transaction { _ = try await $0.execute("UPDATE record_exports SET names_deletions = false") }
            let made = try await Self.end(status, world, patient)
            #expect(made.resources.isEmpty && made.manifest["deleted"] == nil)
            #expect(try await world.count("SELECT count(*) FROM record_export_files") == 0)
        }
    }

    @Test func deletionsHaveFilesOfTheirOwn() {
        var filing = ExportFiling([])
        let ids = (0..<3).map { _ in RecordID(.v7()) }
        filing.add(ids[0], "Patient")
        filing.add(ids[1], "Patient", isDeletion: true)
        filing.add(ids[2], "Patient")
        #expect(
            filing.changed == [
                1: ExportFile(number: 1, type: "Patient", behind: nil, until: ids[2], resources: 2),
                2: ExportFile(number: 2, type: "Patient", behind: nil, until: ids[1], resources: 1, isOfDeletions: true)
            ])
    }
}
