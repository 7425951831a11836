import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import MessagingService

@Suite(.timeLimit(.minutes(3))) struct QuotaTests {
    private func counted(_ world: World, _ member: World.Member) async throws -> Int {
        try await world.count("SELECT coalesce((SELECT bytes FROM attachment_storage WHERE owner_id = \(member.id)), 0)")
    }

    /// From the rows themselves.
    private func stored(_ world: World, _ member: World.Member) async throws -> Int {
        try await world.count(
            """
            SELECT (SELECT coalesce(sum(octet_length(c.data) + 256), 0)::bigint FROM attachments a JOIN attachment_chunks c ON c.attachment_id = a.id
                WHERE a.owner_id = \(member.id))
                + (SELECT coalesce(sum(coalesce(octet_length(content), 0) + 256), 0)::bigint FROM items WHERE author_id = \(member.id))
                + (SELECT coalesce(sum(coalesce(octet_length(title), 0) + 256 * (1 + cardinality(participant_ids))), 0)::bigint FROM conversations
                    WHERE created_by = \(member.id))
            """)
    }

    private func send(_ file: AttachmentBody, _ author: World.Member, in conversation: ConversationID, to world: World) async throws -> Answer {
        try await world.send(
            .POST, "/conversations/\(conversation)/messages", author,
            #"{"clientId":"\#(UUID())","content":{"document":{"attachmentId":"\#(file.id)"}}}"#)
    }

    @Test func filesNeverExceedIt() async throws {
        try await World.run({ $0.storage.limitWhenNew = 1_000_000 }) { world in
            let patient = try await world.member(.patient)
            // Each is of two chunks, and some are broken off by the quota in the middle.
            let bytes = Samples.pdf(String(repeating: "x", count: 300_000))
            let answers = try await together(12) { _ in try await world.upload(bytes, patient) }
            #expect(Set(answers.map(\.status)) == [201, 409], "\(Set(answers.map(\.status)))")
            let refusal = try #require(answers.first { $0.status == 409 })
            #expect(try refusal.problem.slug == "quota-exceeded")
            #expect(try refusal.decode(QuotaBody.self).limit == 1_000_000)
            let used = try await counted(world, patient)
            #expect(used <= 1_000_000 && used > 0)
            #expect(try await stored(world, patient) == used)
            #expect(try await world.count("SELECT count(*) FROM attachments") == answers.count { $0.status == 201 })
            #expect(try await world.upload(bytes, world.member(.patient)).status == 201)
        }
    }

    @Test func isGivenBack() async throws {
        try await World.run { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let conversation = try await world.converse(patient, provider).id
            let sent = try await send(world.upload(Samples.pdf("one"), patient).attachment, patient, in: conversation, to: world)
            #expect(sent.status == 201, "\(sent.text)")
            #expect(try await send(world.upload(Samples.pdf("two"), provider).attachment, provider, in: conversation, to: world).status == 201)
            _ = try await world.upload(Samples.pdf("unused"), patient).attachment
            for member in [patient, provider] {
                #expect(try await counted(world, member) == stored(world, member))
                #expect(try await counted(world, member) > 256)
            }
            // What is refused costs nothing.
            #expect(try await world.upload(Array("#!/bin/sh".utf8), patient).status == 415)
            #expect(try await counted(world, patient) == stored(world, patient))
            #expect(try await world.send(.DELETE, "/messages/\(sent.item.id)", patient).status == 204)
            #expect(try await counted(world, patient) == stored(world, patient))
            world.passTime(2 * 86_400)
            let cutoff = world.dependencies.moment().addingTimeInterval(-86_400)
            #expect(try await world.pool.transaction { try await $0.forgetUnusedAttachments(before: cutoff, limit: 100) } == false)
            #expect(try await counted(world, patient) == stored(world, patient))
            #expect(try await world.count("SELECT count(*) FROM attachments WHERE owner_id = \(patient.id)") == 0)
            // The patient's conversation goes with them, and what others sent there, but for its place.
            try await world.erase(patient)
            #expect(try await counted(world, provider) == 256)
            #expect(try await stored(world, provider) == 256)
        }
    }

    @Test func messagesNeverExceedIt() async throws {
        try await World.run({ $0.storage.limitWhenNew = 50_000 }) { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let conversation = try await world.converse(patient, provider).id
            let text = String(repeating: "x", count: 4_000)
            let answers = try await together(20) { _ in try await world.say(text, patient, in: conversation) }
            #expect(Set(answers.map(\.status)) == [201, 409], "\(Set(answers.map(\.status)))")
            let refusal = try #require(answers.first { $0.status == 409 })
            #expect(try refusal.problem.slug == "quota-exceeded")
            let numbers: QuotaBody = try refusal.decode()
            let used = try await counted(world, patient)
            #expect(numbers.limit == 50_000 && used <= 50_000 && used > 45_000)
            #expect(try await stored(world, patient) == used)
            // Whichever way it comes, all of it or none; what somebody else says is theirs.
            let batch = (0..<3).map { #"{"clientId":"b\#($0)","content":{"text":"\#(text)"}}"# }.joined(separator: ",")
            #expect(try await world.send(.POST, "/conversations/\(conversation)/messages/batch", patient, #"{"items":[\#(batch)]}"#).status == 409)
            let begun = #"{"participantIds":["\#(provider.id)"],"initialMessage":{"clientId":"c","content":{"text":"\#(text)"}}}"#
            #expect(try await world.send(.POST, "/conversations", patient, begun).status == 409)
            #expect(try await counted(world, patient) == used)
            #expect(try await world.say(text, provider, in: conversation).status == 201)
            // Taken back, there is room again, for one.
            let sent = try #require(answers.first { $0.status == 201 }).item
            #expect(try await world.send(.DELETE, "/messages/\(sent.id)", patient).status == 204)
            #expect(try await world.send(.DELETE, "/messages/\(sent.id)", patient).status == 204)
            #expect(try await counted(world, patient) == stored(world, patient))
            #expect(try await world.say(text, patient, in: conversation).status == 201)
            #expect(try await world.say(text, patient, in: conversation).status == 409)
            try await world.erase(patient)
            #expect(try await world.count("SELECT count(*) FROM attachment_storage WHERE owner_id = \(patient.id)") == 0)
            #expect(try await counted(world, provider) == 256)
        }
    }

    /// A row stays of each, for as long as the other one's account.
    @Test func whatIsTakenBackAndWhatHoldsNothingTakesRoomToo() async throws {
        try await World.run({ $0.storage.limitWhenNew = 5_000 }) { world in
            let (patient, other, provider) = (try await world.member(.patient), try await world.member(.patient), try await world.member(.provider))
            let conversation = try await world.converse(patient, provider).id
            var said = 0
            for _ in 0..<30 {
                let answer = try await world.say("x", patient, in: conversation)
                guard answer.status == 201 else { break }
                #expect(try await world.send(.DELETE, "/messages/\(answer.item.id)", patient).status == 204)
                said += 1
            }
            #expect((10..<20).contains(said))
            #expect(try await world.say("x", patient, in: conversation).problem.slug == "quota-exceeded")
            #expect(try await counted(world, patient) == stored(world, patient))

            var begun = 0
            let empty = #"{"participantIds":["\#(provider.id)"],"title":"Again"}"#
            while begun < 30, try await world.send(.POST, "/conversations", other, empty).status == 201 { begun += 1 }
            #expect(begun == 6)
            let refused = try await world.send(.POST, "/conversations", other, empty)
            #expect(try refused.status == 409 && refused.problem.slug == "quota-exceeded")
            #expect(try await world.count("SELECT count(*) FROM conversations WHERE created_by = \(other.id)") == begun)
            #expect(try await counted(world, other) == stored(world, other))
        }
    }

    /// What tells of it stays. Its end is never refused.
    @Test func whatIsReopenedAgainAndAgainTakesRoomToo() async throws {
        try await World.run({ $0.storage.limitWhenNew = 3_000 }) { world in
            let (patient, provider, newcomer) = (try await world.member(.patient), try await world.member(.provider), try await world.member(.provider))
            let conversation = try await world.converse(patient, provider).id
            func change(to closed: Bool) async throws -> Answer {
                try await world.send(.PATCH, "/conversations/\(conversation)", provider, #"{"closed":\#(closed)}"#)
            }
            let before = try await counted(world, provider)
            var reopened = 0
            while reopened < 20 {
                #expect(try await change(to: true).status == 200)
                guard try await change(to: false).status == 200 else { break }
                reopened += 1
            }
            #expect((3..<7).contains(reopened))
            #expect(try await counted(world, provider) == before + 512 * reopened)
            let refused = try await change(to: false)
            #expect(try refused.status == 409 && refused.problem.slug == "quota-exceeded")
            #expect(try await change(to: true).status == 200)

            // Whom somebody proposes again and again.
            let other = try await world.converse(patient, newcomer).id
            var proposed = 0
            while proposed < 20 {
                let path = "/conversations/\(other)/participants"
                guard try await world.send(.POST, path, newcomer, #"{"userId":"\#(provider.id)"}"#).status == 202 else { break }
                proposed += 1
                #expect(try await world.send(.DELETE, "/conversations/\(other)/invitations/\(provider.id)", patient).status == 204)
            }
            #expect((3..<7).contains(proposed))
        }
    }

    @Test func soManyMessagesAMinute() async throws {
        try await World.run({ $0.messagesPerMinute = 3 }) { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let conversation = try await world.converse(patient, provider).id
            #expect(try await world.say("one", patient, in: conversation).status == 201)
            #expect(try await world.say("two", patient, in: conversation).status == 201)
            let refused = try await world.say("three", patient, in: conversation)
            #expect(refused.status == 429)
            let wait = try #require(refused.headers.first(name: "Retry-After").flatMap { Int($0) })
            #expect((1...20).contains(wait))
            #expect(try await world.say("mine", provider, in: conversation).status == 201)
        }
    }

    /// Everybody else in the conversation is told each time, and keeps it in their feed.
    @Test func soManyActivitiesAMinute() async throws {
        try await World.run({ $0.messagesPerMinute = 4 }) { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let other = try await world.member(.provider)
            let conversation = try await world.converse(patient, provider).id
            let path = "/conversations/\(conversation)"
            for isClosed in [true, false, true] { #expect(try await world.send(.PATCH, path, provider, #"{"closed":\#(isClosed)}"#).status == 200) }
            #expect(try await world.send(.PATCH, path, provider, #"{"closed":false}"#).status == 200)
            let told = try await world.count("SELECT count(*) FROM feed_entries WHERE user_id = \(patient.id)")
            let person = #"{"userId":"\#(other.id)"}"#
            for refused in [
                try await world.send(.PATCH, path, provider, #"{"closed":true}"#), try await world.send(.POST, "\(path)/participants", provider, person),
                try await world.send(.DELETE, "\(path)/invitations/\(other.id)", provider),
                try await world.send(.DELETE, "\(path)/participants/\(provider.id)", provider)
            ] {
                let wait = try #require(refused.headers.first(name: "Retry-After").flatMap { Int($0) })
                #expect(refused.status == 429 && (1...15).contains(wait))
            }
            #expect(try await world.count("SELECT count(*) FROM feed_entries WHERE user_id = \(patient.id)") == told)
            // Each person has as many, and messages are counted by themselves.
            #expect(try await world.send(.POST, "\(path)/participants", patient, person).status == 200)
            #expect(try await world.say("goes on", provider, in: conversation).status == 201)
        }
    }

    /// To say it and take it back is news each time, for every replica.
    @Test func soMuchTypingAMinute() async throws {
        try await World.run({ $0.messagesPerMinute = 4 }) { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let path = "/conversations/\(try await world.converse(patient, provider).id)/typing"
            for isTyping in [true, false, true, false] { #expect(try await world.send(.PUT, path, patient, #"{"typing":\#(isTyping)}"#).status == 204) }
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = \(FeedTyping.type)") == 4)
            #expect(try await world.send(.PUT, path, patient, #"{"typing":true}"#).status == 429)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = \(FeedTyping.type)") == 4)
            #expect(try await world.send(.PUT, path, provider).status == 204)
        }
    }

    /// Or a poem loses its last line.
    @Test func aMessageKeepsItsText() async throws {
        try await World.run { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let conversation = try await world.converse(patient, provider).id
            let sent = try await world.say(#"\n  Dear doctor,\n\nthank you\n\n"#, patient, in: conversation, clientId: "poem")
            #expect(sent.status == 201)
            #expect(try sent.item.content?.text == "\n  Dear doctor,\n\nthank you\n\n")
            #expect(try await world.say(#"\n  Dear doctor,\n\nthank you\n\n"#, patient, in: conversation, clientId: "poem").status == 200)
            #expect(try await world.get("/conversations/\(conversation)", provider).conversation.preview == "Dear doctor, thank you")
            let blank = try await world.say(#" \n\t\u00A0"#, patient, in: conversation)
            #expect(try blank.status == 400 && blank.problem.fieldNames == ["content.text"])
        }
    }
}
