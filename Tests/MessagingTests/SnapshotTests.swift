import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import MessagingService

@Suite struct SnapshotTests {
    @Test func conversationsAndMessagesAreToldButOfNobodyWhoWasErased() async throws {
        try await World.run { world in
            let provider = try await world.member(.provider)
            let (patient, leaving) = (try await world.member(.patient), try await world.member(.patient))
            let made = try await world.converse(patient, provider, text: nil)
            let said = try await world.say("Hello", patient, in: made.id).item
            let takenBack = try await world.say("Never mind", patient, in: made.id).item
            #expect(try await world.send(.DELETE, "/messages/\(takenBack.id)", patient).status == 204)
            _ = try await world.converse(leaving, provider)
            try await world.erase(leaving)

            let conversations: [UUID: ConversationSnapshot] = try await world.pool.told(.conversations, of: snapshots)
            #expect(Array(conversations.keys) == [made.id.uuid])
            let one = try #require(conversations[made.id.uuid])
            #expect(Set(one.participantIds) == [patient.id, provider.id] && one.createdBy == patient.id && !one.isClosed)
            let messages: [UUID: MessageSnapshot] = try await world.pool.told(.messages, of: snapshots)
            #expect(Array(messages.keys) == [said.id.uuid])
            #expect(messages[said.id.uuid]?.conversationId == made.id && messages[said.id.uuid]?.authorId == patient.id)
        }
    }
}
