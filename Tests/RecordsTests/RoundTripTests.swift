import CareModels
import Foundation
import JSON
import Testing

@testable import RecordsService

/// The official examples of both releases and whole synthetic lives, through HTTP, the encryption and the database, and back.
@Suite(.timeLimit(.minutes(30))) struct RoundTripTests {
    private static let serverSet: Set<String> = ["id", "meta.versionId", "meta.lastUpdated"]

    @Test(.enabled(if: SharedRecords.isThere, SharedRecords.reason), arguments: [("r4", "r4-examples", 352), ("stu3", "stu3-examples", 301)])
    func everyOfficialExample(release: String, folder: String, count: Int) async throws {
        let files = try SharedRecords.files(folder)
        #expect(files.count >= count)
        try await World.run(validation: .enforce) { world in
            let patient = try world.patient()
            for (name, bytes) in files {
                let sent = try JSONDocument(bytes).root
                let type = try #require(sent["resourceType"]?.string)
                let created = try await world.send(.POST, "/fhir/\(release)/\(type)", patient, bytes)
                #expect(created.status == 201, "\(name): \(created.text.prefix(300))")
                guard created.status == 201 else { continue }
                let read = try await world.get("/fhir/\(release)/\(type)/\(created.id)", patient)
                check(try read.json, sent, name)
                // Under its own id, by PUT.
                guard let id = sent["id"]?.string else { continue }
                let put = try await world.send(.PUT, "/fhir/\(release)/\(type)/\(id)", patient, bytes)
                #expect([200, 201].contains(put.status), "\(name)")
                let found = try await world.get("/fhir/\(release)/\(type)/\(id)", patient).json
                #expect(found["id"]?.string == id)
                check(found, sent, name)
            }
        }
    }

    private func check(_ read: JSONValue, _ sent: JSONValue, _ name: String) {
        // A resource without meta gets one of the server's alone.
        var ignored = Self.serverSet
        if sent["meta"] == nil { ignored.insert("meta") }
        #expect(read.difference(from: sent, ignoring: ignored) == nil, "\(name)")
        if sent["meta"] == nil { #expect(read["meta"]?.members.count == 2, "\(name)") }
    }

    @Test(.enabled(if: SharedRecords.isThere, SharedRecords.reason)) func everySyntheticLifeAsABatch() async throws {
        let files = try SharedRecords.files("r4-synthea")
        #expect(files.count == 24)
        try await World.run(validation: .enforce) { world in
            for (name, bytes) in files {
                let patient = try world.patient()
                let text = String(decoding: bytes, as: UTF8.self)
                let batch = text.replacing(/"type"\s*:\s*"transaction"/, with: #""type": "batch""#)
                try await checkBundle(Array(batch.utf8), name, world, patient) { _ in nil }
            }
        }
    }

    @Test(.enabled(if: SharedRecords.isThere, SharedRecords.reason)) func everySyntheticLifeAsATransaction() async throws {
        try await World.run(validation: .enforce) { world in
            for (name, bytes) in try SharedRecords.files("r4-synthea") {
                let patient = try world.patient()
                try await checkBundle(bytes, name, world, patient) { $0 }
            }
        }
    }

    @Test func ourOwnBundle() async throws {
        try await World.run { world in
            try await checkBundle(Array(Examples.bundle.utf8), "own", world, try world.patient()) { $0 }
        }
    }

    /// Each entry's resource is read by its location; `resolve` is given the addresses of the `urn:uuid:` in it, in a transaction.
    private func checkBundle(
        _ bytes: [UInt8], _ name: String, _ world: World, _ patient: World.Person, _ resolve: ([String: String]) -> [String: String]?
    ) async throws {
        let sent = Array(try #require(try JSONDocument(bytes).root["entry"]).children)
        let answer = try await world.send(.POST, "/fhir/r4", patient, bytes)
        #expect(answer.status == 200, "\(name): \(answer.text.prefix(300))")
        let got = Array(try #require(try answer.json["entry"]).children)
        #expect(got.count == sent.count)
        var addresses: [String: String] = [:]
        for (entry, result) in zip(sent, got) {
            #expect(result["response"]?["status"]?.string == "201 Created", "\(name)")
            guard let url = entry["fullUrl"]?.string, let location = result["response"]?["location"]?.string else { continue }
            addresses[url] = location.split(separator: "/").dropLast(2).suffix(2).joined(separator: "/")
        }
        let resolved = resolve(addresses) ?? [:]
        for (entry, result) in zip(sent, got) {
            let location = try #require(result["response"]?["location"]?.string).replacingOccurrences(of: "http://care.test", with: "")
            let read = try await world.get(location, patient)
            #expect(read.status == 200)
            var expected = String(decoding: try #require(entry["resource"]).bytes, as: UTF8.self)
            for (name, address) in resolved { expected = expected.replacingOccurrences(of: "\"\(name)\"", with: "\"\(address)\"") }
            check(try read.json, try JSONDocument(Array(expected.utf8)).root, name)
        }
    }
}
