import CareModels
import Foundation
import HTTP
import JSON
import Postgres
import ServiceTestKit
import Testing

@testable import RecordsService

/// A copy of the whole database tells nothing of what was stored.
@Suite struct DumpTests {
    @Test(.timeLimit(.minutes(5))) func holdsNoNameCodeIdOrAnnotation() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let headers: HTTPHeaders = ["Care-Annotations": "haemochromatosis", "Idempotency-Key": "some-key"]
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient, headers: headers).status == 201)
            let named = #"{"resourceType":"Condition","id":"hiv-positive-since-2019","code":{"coding":[{"code":"86406008"}]}}"#
            #expect(try await world.send(.PUT, "/fhir/stu3/Condition/hiv-positive-since-2019", patient, named).status == 201)
            for code in ["8867-4", "40443-4"] {
                #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate(code: code)).status == 201)
            }
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE topic = 'care.observations.v1'") == 2)
            #expect(try await world.send(.POST, "/fhir/r4", patient, Examples.bundle, headers: ["Idempotency-Key": "other"]).status == 200)
            // What somebody subscribes to, and what it told.
            #expect(try await world.subscribe(patient, World.subscription(["Condition?code=86406008"])).status == 201)
            #expect(try await world.send(.PUT, "/fhir/r4/Condition/hiv-positive-since-2019", patient, named).status == 201)
            #expect(try await world.count("SELECT count(*) FROM subscription_events") == 1)
            let data = Array("Dear diary, my migraine is back".utf8)
            #expect(try await world.send(.POST, "/app-data", patient, data, headers: ["Care-Annotations": "migraine-diary"], type: "text/x-migraine").status == 201)
            let scan = try await world.send(.POST, "/fhir/r4/Binary", patient, Array("%PDF-1.7 migraine, female".utf8), type: "application/pdf")
            #expect(scan.status == 201)
            let upload: HTTPHeaders = ["Tus-Resumable": "1.0.0", "Upload-Length": "100", "Upload-Metadata": "filename bWlncmFpbmU=,filetype dGV4dC94LW1pZ3JhaW5l"]
            let begun = try await world.send(.POST, "/records/uploads", patient, nil as [UInt8]?, headers: upload)
            #expect(begun.status == 201)
            let part: HTTPHeaders = ["Tus-Resumable": "1.0.0", "Upload-Offset": "0"]
            let came = try await world.send(
                .PATCH, "/records/uploads/\(begun.locationID)", patient, Array("migraine diary".utf8), headers: part, type: "application/offset+octet-stream")
            #expect(came.status == 204)
            let deleted = try await world.send(.PUT, "/fhir/r4/Patient/gone-with-syphilis", patient, #"{"resourceType":"Patient","id":"gone-with-syphilis"}"#)
            #expect(deleted.status == 201)
            #expect(try await world.send(.DELETE, "/fhir/r4/Patient/gone-with-syphilis", patient).status == 204)

            // What is given to whom for what, why a record was opened, and who read it.
            let provider = try await world.provider(name: "Dr. Public")
            let restriction = #","code":[{"coding":[{"system":"http://snomed.info/sct","code":"267036007"}],"text":"dyspnoea"}]"#
            #expect(try await world.send(.POST, "/fhir/r4/Consent", patient, World.consent(to: "Practitioner/\(provider.id)", restriction)).status == 201)
            let emergency = #"{"patientId":"\#(patient.id)","reason":"Unconscious after anaphylaxis"}"#
            let opened = try await world.send(.POST, "/records/break-glass", provider, Array(emergency.utf8), type: "application/json")
            #expect(opened.status == 201)
            #expect(try await world.get("/fhir/stu3/Condition/hiv-positive-since-2019", patient).status == 200)
            #expect(try await world.count("SELECT count(*) FROM access_log") > 5)

            let dump = try await DatabaseDump.text(world.url)
            // What must be in it, so that this looks in the right place.
            #expect(dump.contains(patient.id.description) && dump.contains("fhir-stu3"))
            let clear = Self.withoutChance(dump)
            for secret in [
                "Okafor", "Amara", "1984-02-29", "haemochromatosis", "hiv-positive", "86406008", "8867-4", "40443-4", "444981005", "Resting pulse", "62.5", "allergic",
                "female", "diary", "migraine", "syphilis", "amara-okafor", "bWlncmFpbmU", "%PDF", "0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b11", "some-key", "267036007",
                "dyspnoea",
                "anaphylaxis", "search-type"
            ] {
                #expect(!clear.localizedCaseInsensitiveContains(secret), "\(secret) is in the dump")
            }
        }
    }

    /// Within one person equal codes look equal, which is told in docs/records.md; across persons nothing does, and nothing is left of what was deleted.
    @Test(.timeLimit(.minutes(3))) func whatIsSearchedTellsNothingAcrossPersons() async throws {
        try await World.run { world in
            let (one, two) = (try world.patient(), try world.patient())
            for person in [one, one, two] { #expect(try await world.send(.POST, "/fhir/r4/Observation", person, Examples.heartRate()).status == 201) }
            #expect(try await world.count("SELECT count(*) FROM records WHERE search IS NOT NULL AND cardinality(search_terms) > 0") == 3)
            let shared: (SQL) -> SQL = {
                """
                SELECT count(DISTINCT t.term) FROM (SELECT record_id, owner_id, unnest(search_terms) AS term FROM records) t
                JOIN (SELECT record_id, owner_id, unnest(search_terms) AS term FROM records) u
                    ON t.term = u.term AND t.record_id <> u.record_id AND t.owner_id \($0) u.owner_id
                """
            }
            #expect(try await world.count(shared("=")) > 0)
            #expect(try await world.count(shared("<>")) == 0)
            #expect(try await world.count("SELECT count(DISTINCT search) FROM records") == 3)
            let id = try #require(try await world.get("/fhir/r4/Observation", two).json["entry"]?.children.first { _ in true }?["resource"]?["id"]?.string)
            #expect(try await world.send(.DELETE, "/fhir/r4/Observation/\(id)", two).status == 204)
            #expect(try await world.count("SELECT count(*) FROM records WHERE status = 'deleted' AND search IS NULL AND search_terms IS NULL") == 1)
        }
    }

    /// Every text of every file is looked for, as words and as hexadecimal digits. What the same dump holds of empty resources (types, names
    /// of columns) is no secret.
    @Test(.enabled(if: SharedRecords.isThere, SharedRecords.reason), .timeLimit(.minutes(5))) func holdsNothingOfTheExamplesAndLives() async throws {
        var bodies: [(path: String, bytes: [UInt8])] = []
        for release in ["r4", "stu3"] {
            for batch in Self.batches(try SharedRecords.files("\(release)-examples").map(\.bytes)) { bodies.append(("/fhir/\(release)", batch)) }
        }
        for life in try SharedRecords.files("r4-synthea") { bodies.append(("/fhir/r4", life.bytes)) }
        let stored = bodies
        let words = try stored.reduce(into: Set<String>()) { try $0.formUnion(Self.texts(of: JSONDocument($1.bytes))) }
        #expect(words.count > 10_000 && words.contains("Chalmers"))

        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let harmless = try await World.run { world in
            let patient = try world.patient()
            for (release, types) in [("r4", ResourceTypes.r4), ("stu3", ResourceTypes.stu3)] {
                let empty = Self.batches(types.sorted().map { Array(#"{"resourceType":"\#($0)"}"#.utf8) })
                for batch in empty { #expect(try await world.send(.POST, "/fhir/\(release)", patient, batch).status == 200) }
            }
            return try await Self.found(words, in: world.url, folder)
        }
        #expect(harmless.contains("Observation"))
        try await World.run { world in
            let patient = try world.patient()
            for (path, bytes) in stored {
                let answer = try await world.send(.POST, path, patient, bytes)
                #expect(answer.status == 200 && !answer.text.contains(#""outcome""#))
            }
            #expect(try await world.count("SELECT count(*) FROM records") > 4000)
            let leaked = try await Self.found(words.filter { word in !harmless.contains { $0.contains(word) } }, in: world.url, folder)
            #expect(leaked.isEmpty, "\(leaked.count) texts are in the dump, such as \(leaked.prefix(5))")
        }
    }

    /// A dump without what is drawn at random: bytes, blind indexes, ids, traces, and the token of pg_dump's own `\restrict`. A code like 8867-4 is found in an id
    /// by chance, once in some hundred dumps, and a word of three letters in bytes more often yet.
    private static func withoutChance(_ dump: String) -> String {
        let random = #"\\x[0-9a-f]+|-?[0-9]{10,19}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]|\\(un)?restrict \w+"#
        return dump.replacingOccurrences(of: random, with: "", options: .regularExpression)
    }

    /// Batches of creations.
    private static func batches(_ resources: [[UInt8]]) -> [[UInt8]] {
        stride(from: 0, to: resources.count, by: 100).map { start in
            let entries = resources[start..<min(start + 100, resources.count)].map { bytes in
                let type = (try? JSONDocument(bytes))?.root["resourceType"]?.string ?? ""
                return #"{"request":{"method":"POST","url":"\#(type)"},"resource":\#(String(decoding: bytes, as: UTF8.self))}"#
            }
            return Array(#"{"resourceType":"Bundle","type":"batch","entry":[\#(entries.joined(separator: ","))]}"#.utf8)
        }
    }

    /// Its strings, as far as they are long enough to be told from chance, and can stand on a line.
    private static func texts(of document: JSONDocument) -> Set<String> {
        Set(
            document.nodes.indices.compactMap { index -> String? in
                guard let text = JSONValue(document: document, index: index).string, (6...200).contains(text.utf8.count) else { return nil }
                return text.contains(where: \.isNewline) ? nil : text
            })
    }

    /// Which of the words are in a dump of the database.
    private static func found(_ words: Set<String>, in url: String, _ folder: URL) async throws -> Set<String> {
        let digits = Dictionary(words.map { (Data($0.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(), $0) }, uniquingKeysWith: { first, _ in first })
        try (words.joined(separator: "\n") + "\n").write(to: folder.appendingPathComponent("words"), atomically: true, encoding: .utf8)
        try (digits.keys.joined(separator: "\n") + "\n").write(to: folder.appendingPathComponent("digits"), atomically: true, encoding: .utf8)
        let place = folder.path
        // In what is written in the clear, bytes, blind indexes, ids, traces and times apart, and in the bytes without the ids that events hold: a code of
        // six digits is found in any of those by chance. Numbers come last: an id or a trace that had lost ten digits in a row would be known as one no more.
        let output = try await Task.detached {
            try DatabaseDump.output(
                of:
                    """
                    set -e
                    pg_dump --inserts '\(url)' > \(place)/dump
                    export LC_ALL=C
                    sed -E 's/\\\\x[0-9a-f]+//g; s/00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]//g; s/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}//g; s/[0-9-]{10} [0-9:.]{8,}[+-][0-9:]+//g; s/-?[0-9]{10,19}//g' \(place)/dump > \(place)/clear
                    grep -aoFf \(place)/words \(place)/clear || [ $? = 1 ]
                    digit='(3[0-9]|6[1-6])'
                    sed -E "s/$digit{8}(2d$digit{4}){3}2d$digit{12}//g" \(place)/dump > \(place)/bytes
                    grep -aoFf \(place)/digits \(place)/bytes || [ $? = 1 ]
                    """)
        }.value
        return Set(output.split(separator: "\n").map { line in digits[String(line)] ?? String(line) })
    }
}
