import CareModels
import Foundation
import NIOHTTP1
import Testing

@testable import RecordsService

/// A copy of the whole database tells nothing of what was stored.
@Suite struct DumpTests {
    /// pg_dump's words; hexadecimal bytes are taken apart too, so that nothing hides there.
    private static func dump(_ url: String) async throws -> String {
        let text = try await Task.detached { try run("pg_dump --inserts '\(url)'") }.value
        var decoded = text
        for match in text.matches(of: /\\x([0-9a-f]{8,})/) {
            var bytes: [UInt8] = []
            var digits = match.1.makeIterator()
            while let high = digits.next(), let low = digits.next(), let byte = UInt8("\(high)\(low)", radix: 16) { bytes.append(byte) }
            decoded += "\n" + String(decoding: bytes, as: UTF8.self)
        }
        return decoded
    }

    private static func run(_ command: String) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "PATH=$PATH:$(ls -d /usr/lib/postgresql/*/bin | tail -1); exec \(command)"]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    @Test(.timeLimit(.minutes(2))) func holdsNoNameCodeIdOrAnnotation() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let headers: HTTPHeaders = ["Care-Annotations": "haemochromatosis", "Idempotency-Key": "some-key"]
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient, headers: headers).status == 201)
            let named = #"{"resourceType":"Condition","id":"hiv-positive-since-2019","code":{"coding":[{"code":"86406008"}]}}"#
            #expect(try await world.send(.PUT, "/fhir/stu3/Condition/hiv-positive-since-2019", patient, named).status == 201)
            for code in ["8867-4", "40443-4"] {
                #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate(code: code)).status == 201)
            }
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE topic = 'care.observations.v1'") == 1)
            #expect(try await world.send(.POST, "/fhir/r4", patient, Examples.bundle, headers: ["Idempotency-Key": "other"]).status == 200)
            let data = Array("Dear diary, my migraine is back".utf8)
            #expect(try await world.send(.POST, "/app-data", patient, data, headers: ["Care-Annotations": "migraine-diary"], type: "text/x-migraine").status == 201)
            let deleted = try await world.send(.PUT, "/fhir/r4/Patient/gone-with-syphilis", patient, #"{"resourceType":"Patient","id":"gone-with-syphilis"}"#)
            #expect(deleted.status == 201)
            #expect(try await world.send(.DELETE, "/fhir/r4/Patient/gone-with-syphilis", patient).status == 204)

            let dump = try await Self.dump(world.url)
            // What must be in it, so that this looks in the right place.
            #expect(dump.contains(patient.id.description) && dump.contains("fhir-stu3"))
            for secret in [
                "Okafor", "Amara", "1984-02-29", "haemochromatosis", "hiv", "86406008", "8867-4", "40443-4", "444981005", "Resting pulse", "62.5", "allergic",
                "female", "diary", "migraine", "syphilis", "amara-okafor", "0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b11", "some-key",
            ] {
                #expect(!dump.localizedCaseInsensitiveContains(secret), "\(secret) is in the dump")
            }
        }
    }
}
