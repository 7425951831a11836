import CareModels
import HTTP
import ServiceTestKit
import Testing

@testable import MessagingService

@Suite(.timeLimit(.minutes(5))) struct RepeatedUploadTests {
    /// A client that tries again makes a new boundary: what counts is the file.
    @Test func aRepeatedUploadIsOneFile() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let first = try await world.upload(Samples.png, patient, name: "a.png", key: "k", boundary: "one")
            let again = try await world.upload(Samples.png, patient, name: "a.png", key: "k", boundary: "two")
            #expect(first.status == 201 && again.status == 201)
            #expect(try again.attachment.id == first.attachment.id)
            #expect(again.headers.first(name: "Idempotent-Replayed") == "true")
            #expect(again.headers.first(name: "Location") == first.headers.first(name: "Location"))
            #expect(try await world.count("SELECT count(*) FROM attachments") == 1)
            #expect(try await world.count("SELECT bytes - (SELECT sum(stored)::bigint FROM attachments) FROM attachment_storage") == 0)
        }
    }

    @Test func aKeyStandsForOneFileAndItsName() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            #expect(try await world.upload(Samples.png, patient, name: "a.png", key: "k").status == 201)
            for (bytes, name) in [(Samples.jpeg, "a.png"), (Samples.png, "b.png")] {
                let other = try await world.upload(bytes, patient, name: name, key: "k")
                #expect(other.status == 422)
                #expect(try other.problem.slug == "idempotency-key-reused")
            }
            let text = try await world.converse(patient, try await world.member(.provider))
            let elsewhere = try await world.send(
                .POST, "/conversations/\(text.id)/messages", patient, #"{"clientId":"m","content":{"text":"Hello"}}"#, headers: ["Idempotency-Key": "k"])
            #expect(elsewhere.status == 422)
            #expect(try await world.upload(Samples.png, patient, name: "a.png", key: String(repeating: "k", count: 256)).status == 400)
            #expect(try await world.count("SELECT count(*) FROM attachments") == 1)
            // Another person's key is another key.
            #expect(try await world.upload(Samples.jpeg, try await world.member(.patient), name: "a.png", key: "k").status == 201)
        }
    }

    /// What was refused was not done: the key is free.
    @Test func aRefusedUploadMayBeTriedAgain() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            #expect(try await world.upload(Array("#!/bin/sh".utf8), patient, key: "k").status == 415)
            #expect(try await world.upload(Samples.png, patient, key: "k").status == 201)
        }
    }

    @Test func ofTwoUploadsOfOneKeyAtOnceOneStays() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let bytes = Samples.mp4(milliseconds: 1, bytes: 900_000, headerFirst: true)
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for number in 0..<2 { group.addTask { try await world.upload(bytes, patient, key: "k", boundary: "b\(number)") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // Who comes in the very moment of the other's commit hears that it is at work.
            #expect(answers.allSatisfy { [201, 409].contains($0.status) } && answers.contains { $0.status == 201 })
            #expect(try await world.count("SELECT count(*) FROM attachments") == 1)
            let after = try await world.upload(bytes, patient, key: "k")
            let files = try (answers.filter { $0.status == 201 } + [after]).map { try $0.attachment.id }
            #expect(Set(files).count == 1)
        }
    }
}
