import CareModels
import Foundation
import Testing

@testable import MessagingService

@Suite struct ErasureTests {
    @Test func erasingAPatientDestroysTheirConversations() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient, fullName: "Pat Ient")
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: "my secret", title: "about me")
            _ = try await world.say("your diagnosis", provider, in: made.id)
            try await world.erase(patient)
            try await world.erase(patient)

            let shown = try await world.get("/conversations/\(made.id)", provider).conversation
            #expect(shown.title == nil)
            #expect(shown.isLocked)
            #expect(shown.participants.map(\.userId) == [provider.id])
            let items: PageBody<ItemBody> = try await world.get("/conversations/\(made.id)/items", provider).decode()
            #expect(items.items.count == 2)
            #expect(items.items.allSatisfy { $0.content == nil && $0.deletedAt != nil })
            #expect(try await world.count("SELECT count(*) FROM items WHERE content IS NOT NULL") == 0)
            #expect(try await world.count("SELECT count(*) FROM feed_entries WHERE user_id = \(patient.id)") == 0)
            #expect(try await world.count("SELECT count(*) FROM person_keys WHERE wrapped_key IS NOT NULL AND person_id = \(patient.id)") == 0)
            #expect(try await world.events(of: made.id.uuid) == ["care.conversations.created.v1 1", "care.conversations.closed.v1 2"])
            // It stays closed, and they do not come back.
            #expect(try await world.send(.PATCH, "/conversations/\(made.id)", provider, #"{"isLocked":false}"#).status == 409)
            #expect(try await world.send(.POST, "/conversations", patient, #"{"participantIds":["\#(provider.id)"]}"#).status == 403)
            #expect(try await world.upload(Samples.png, patient).status == 403)
        }
    }

    @Test func whatAProviderWroteToAPatientStays() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider, fullName: "Dr. Gone")
            let colleague = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: "hello")
            _ = try await world.say("your diagnosis", provider, in: made.id)
            let between = try await world.converse(provider, colleague, text: "among us")
            _ = try await world.say("indeed", colleague, in: between.id)
            try await world.erase(provider)

            let items: PageBody<ItemBody> = try await world.get("/conversations/\(made.id)/items", patient).decode()
            #expect(items.items.map(\.content?.text) == ["your diagnosis", "hello"])
            let shown = try await world.get("/conversations/\(made.id)", patient).conversation
            #expect(shown.participants.map(\.userId) == [patient.id])
            let others: PageBody<ItemBody> = try await world.get("/conversations/\(between.id)/items", colleague).decode()
            #expect(others.items.map(\.content?.text) == ["indeed", nil])
        }
    }

    /// Messages that are on their way while their patient is erased are either erased too or not written.
    @Test(.timeLimit(.minutes(1))) func nothingSlipsThroughAnErasure() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: "first")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<40 {
                    group.addTask {
                        let status = try await world.say("message \(index)", provider, in: made.id).status
                        #expect([201, 403, 404, 409].contains(status))
                    }
                }
                group.addTask { try await world.erase(patient) }
                try await group.waitForAll()
            }
            #expect(try await world.count("SELECT count(*) FROM items WHERE content IS NOT NULL") == 0)
            #expect(try await world.wholeFeed(provider).allSatisfy { $0.item?.content == nil })
        }
    }

    @Test func aDumpHoldsNothingReadable() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: "xyzzy-text", title: "xyzzy-title")
            let file = try await world.upload(Samples.pdf("xyzzy-inside"), patient, name: "xyzzy-name.pdf").attachment
            _ = try await world.send(
                .POST, "/conversations/\(made.id)/messages", patient,
                #"{"clientId":"m","content":{"document":{"attachmentId":"\#(file.id)","caption":"xyzzy-caption"}}}"#)
            let hits = try await world.pool.withConnection { connection in
                let tables = try await connection.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
                var hits: [String] = []
                for table in tables {
                    let name: String = try table["tablename"]
                    let rows = try await connection.query("""
                        SELECT 1 FROM \(unescaped: "\"\(name)\"") row
                        WHERE row::text LIKE '%xyzzy%' OR row::text LIKE '%' || encode('xyzzy', 'hex') || '%'
                        """)
                    if !rows.isEmpty { hits.append(name) }
                }
                return hits
            }
            #expect(hits == [])
        }
    }
}
