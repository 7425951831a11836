import CareModels
import Foundation
import Postgres
import ServiceTestKit
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
            #expect(shown.closed)
            #expect(shown.participants.map(\.userId) == [provider.id])
            let items: PageBody<ItemBody> = try await world.get("/conversations/\(made.id)/items", provider).decode()
            #expect(items.items.count == 2)
            #expect(items.items.allSatisfy { $0.content == nil && $0.deletedAt != nil })
            #expect(try await world.count("SELECT count(*) FROM items WHERE content IS NOT NULL") == 0)
            #expect(try await world.count("SELECT count(*) FROM feed_entries WHERE user_id = \(patient.id)") == 0)
            #expect(try await world.count("SELECT count(*) FROM person_keys WHERE wrapped_key IS NOT NULL AND person_id = \(patient.id)") == 0)
            #expect(try await world.events(of: made.id.uuid) == ["care.conversations.created.v1 1", "care.conversations.closed.v1 2"])
            // It stays closed, and they do not come back.
            #expect(try await world.send(.PATCH, "/conversations/\(made.id)", provider, #"{"closed":false}"#).status == 409)
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

    /// The other party hears that it is cancelled, whichever comes first, the erasure or the cancelling: once.
    @Test(arguments: [Role.patient, .provider], 0...2) func theOtherHearsOfTheCancelledAppointment(erased: Role, after told: Int) async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let (leaving, staying) = erased == .patient ? (patient, provider) : (provider, patient)
            let (id, start) = (AppointmentID(.v7()), Date(epochSeconds: 1_800_000_000))
            let end = start.addingTimeInterval(1800)
            let booked = AppointmentNews(
                AppointmentBooked(
                    appointmentId: id, version: 1, patientId: patient.id, providerId: provider.id, startTime: start, endTime: end))
            let cancelled = AppointmentNews(
                AppointmentCancelled(
                    appointmentId: id, version: 2, patientId: patient.id, providerId: provider.id, startTime: start, endTime: end,
                    cancelledBy: leaving.id))
            for (index, news) in [booked, cancelled].enumerated() {
                if index == told { try await world.erase(leaving) }
                try await world.pool.transaction { tx in _ = try await world.tell(news, tx) }
            }
            if told == 2 { try await world.erase(leaving) }

            let notifications: PageBody<NotificationBody> = try await world.get("/notifications", staying).decode()
            let known = told > 0
            #expect(notifications.items.map(\.kind) == (known ? ["appointment.cancelled", "appointment.booked"] : ["appointment.cancelled"]))
            #expect(try await world.wholeFeed(staying).filter { $0.kind == "notification" }.count == notifications.items.count)
            // Where the two talked the last word is that it is cancelled; of two who never talked, one of them erased, nothing begins.
            let list: PageBody<ConversationBody> = try await world.get("/conversations", staying).decode()
            #expect(list.items.map(\.preview) == (known ? ["Appointment cancelled"] : []))
            #expect(notifications.items.first?.details.conversationId == list.items.first?.id)
            #expect(try await world.count("SELECT count(*) FROM items WHERE details ->> 'event' = 'appointment.cancelled'") == (known ? 1 : 0))
            #expect(try await world.count("SELECT count(*) FROM notifications WHERE user_id = \(leaving.id)") == 0)
            #expect(try await world.count("SELECT count(*) FROM feeds WHERE user_id = \(leaving.id)") == 0)
        }
    }

    /// Messages that are on their way while their patient is erased are either erased too or not written.
    @Test(.timeLimit(.minutes(3))) func nothingSlipsThroughAnErasure() async throws {
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

    /// What comes late, from another topic, waits for the erasure and then finds nobody to write of.
    @Test(.timeLimit(.minutes(3))) func whatComesLateBringsNobodyBack() async throws {
        try await World.run { world in
            let provider = try await world.member(.provider)
            let details = NotificationDetails(alertId: AlertID(.v7()))
            func late(_ write: @escaping @Sendable (World.Member, Transaction) async throws -> Void) async throws {
                let patient = try await world.member(.patient)
                let writer = try await world.pool.transaction { tx in
                    let event = UserDeleted(userId: patient.id, version: 2, deletedAt: world.dependencies.moment())
                    _ = try await OnUserDeleted(dependencies: world.dependencies).handle(event, tx)
                    let writer = Task { try await world.pool.transaction { try await write(patient, $0) } }
                    // Until the server says that it waits for the erasure.
                    while try await world.count(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0
                    { try await Task.sleep(for: .milliseconds(5)) }
                    return writer
                }
                try await writer.value
                #expect(try await world.count("SELECT count(*) FROM feeds WHERE user_id = \(patient.id)") == 0)
                #expect(try await world.count("SELECT count(*) FROM notifications WHERE user_id = \(patient.id)") == 0)
                #expect(try await world.count("SELECT count(*) FROM care_relations WHERE patient_id = \(patient.id)") == 0)
                #expect(try await world.count("SELECT count(*) FROM conversations WHERE patient_id = \(patient.id)") == 0)
            }
            try await late { patient, tx in
                try await world.notify(.alert, subject: UUID(), details, patient: patient.id, tx)
            }
            try await late { patient, tx in
                let details = ItemDetails(event: "appointment.booked", appointmentId: AppointmentID(.v7()))
                try await world.tell(
                    AppointmentNews(kind: .appointmentBooked, version: 1, details: details, patient: patient.id, provider: provider.id), tx)
            }
        }
    }

    /// A busy provider: more feeds to tell of it than one statement has parameters.
    @Test(.timeLimit(.minutes(5))) func aProviderOfThousandsIsErased() async throws {
        try await World.run { world in
            let provider = try await world.member(.provider)
            let conversations = 7500
            try await world.pool.withConnection { connection in
                try await connection.execute(
                    """
                    WITH made AS (
                        INSERT INTO conversations (id, version, patient_id, participant_ids, created_at, updated_at)
                        SELECT gen_random_uuid(), 1, patient, ARRAY[patient, \(provider.id)::uuid], now(), now()
                        FROM (SELECT gen_random_uuid() AS patient FROM generate_series(1, \(conversations))) AS patients
                        RETURNING id, participant_ids
                    ), fed AS (INSERT INTO feeds (user_id) SELECT participant_ids[1] FROM made)
                    INSERT INTO participations (id, conversation_id, user_id, joined_at, updated_at)
                    SELECT gen_random_uuid(), id, unnest(participant_ids), now(), now() FROM made
                    """)
            }
            try await world.erase(provider)
            #expect(try await world.count("SELECT count(*) FROM participations WHERE user_id = \(provider.id)") == 0)
            #expect(try await world.count("SELECT count(*) FROM feed_entries") == conversations)
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
                    let rows = try await connection.query(
                        """
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
