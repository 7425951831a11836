import CareModels
import Foundation
import Postgres
import ServiceTestKit
import Testing

@testable import MessagingService

@Suite struct NotificationTests {
    private func booked(_ world: World, _ patient: UserID, _ provider: UserID, appointment: AppointmentID = AppointmentID(.v7())) async throws {
        let start = world.dependencies.moment().addingTimeInterval(86_400)
        let details = ItemDetails(
            event: "appointment.booked", appointmentId: appointment, startTime: start, endTime: start.addingTimeInterval(1800), doneBy: patient)
        try await world.pool.transaction { tx in
            try await world.tell(
                AppointmentNews(kind: .appointmentBooked, version: 1, details: details, patient: patient, provider: provider), tx)
        }
    }

    @Test func anAppointmentBeginsAConversationAndNotifiesBoth() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            try await booked(world, patient.id, provider.id)
            try await booked(world, patient.id, provider.id)
            for member in [patient, provider] {
                let list: PageBody<ConversationBody> = try await world.get("/conversations", member).decode()
                #expect(list.items.count == 1)
                #expect(list.items.first?.preview == "Appointment booked")
                #expect(list.items.first?.unreadCount == 2)
                let notifications: PageBody<NotificationBody> = try await world.get("/notifications", member).decode()
                #expect(notifications.items.map(\.kind) == ["appointment.booked", "appointment.booked"])
                #expect(notifications.items.first?.details.conversationId == list.items.first?.id)
                #expect(try await world.wholeFeed(member).map(\.kind) == ["conversation", "item", "notification", "item", "notification"])
            }
            // Now the provider may write to this patient.
            let answer = try await world.send(.POST, "/conversations", provider, #"{"participantIds":["\#(patient.id)"]}"#)
            #expect(answer.status == 201)
        }
    }

    /// As many as somebody likes to make, by subscribing to one record after the other.
    @Test func ofSubscriptionsTheNewestAreKept() async throws {
        try await World.run { world in
            let provider = try await world.member(.provider)
            let (before, most) = (world.dependencies.moment().addingTimeInterval(-60), TellSubscriber.most)
            try await world.pool.transaction { tx in
                // The oldest of them is yet to be read.
                _ = try await tx.execute(
                    """
                    INSERT INTO notifications (id, user_id, kind, subject_id, subject_version, details, created_at, read_at)
                    SELECT gen_random_uuid(), \(provider.id)::uuid, 'appointment.rescheduled', gen_random_uuid(), 1,
                        jsonb_build_object('subscriptionId', gen_random_uuid()), \(before)::timestamptz - make_interval(secs => n),
                        CASE WHEN n = \(most)::bigint THEN NULL ELSE \(before)::timestamptz END
                    FROM generate_series(1::bigint, \(most)::bigint) AS s (n)
                    """)
            }
            let event = SubscriptionNotified(
                subscriptionId: RecordID(.v7()), version: 1, patientId: UserID(.v7()), subscriberId: provider.id, role: .provider, notice: .handshake,
                eventNumber: 0, notifiedAt: before)
            try await world.pool.transaction { tx in try await OnSubscriptionNotified(dependencies: world.dependencies).handle(event, tx) }
            let kept: SQL = "SELECT count(*) FROM notifications WHERE user_id = \(provider.id)"
            #expect(try await world.count(kept) == most)
            #expect(try await world.count("\(kept) AND read_at IS NULL") == 1)
            #expect(try await world.count("\(kept) AND subject_id = \(event.subscriptionId)") == 1)
        }
    }

    /// The texts themselves stay in Scheduling: of a reason both hear that there is one.
    @Test func bothHearOfAChangeAndOfAReason() async throws {
        try await World.run { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let (id, start) = (AppointmentID(.v7()), world.dependencies.moment().addingTimeInterval(86_400))
            let end = start.addingTimeInterval(1800)
            let news = [
                AppointmentNews(
                    AppointmentBooked(appointmentId: id, version: 1, patientId: patient.id, providerId: provider.id, startTime: start, endTime: end)),
                AppointmentNews(
                    AppointmentChanged(
                        appointmentId: id, version: 2, patientId: patient.id, providerId: provider.id, startTime: start, endTime: end,
                        changedBy: provider.id)),
                AppointmentNews(
                    AppointmentCancelled(
                        appointmentId: id, version: 3, patientId: patient.id, providerId: provider.id, startTime: start, endTime: end,
                        cancelledBy: provider.id, hasReason: true))
            ]
            for each in news { try await world.pool.transaction { tx in _ = try await world.tell(each, tx) } }
            for member in [patient, provider] {
                let notifications: PageBody<NotificationBody> = try await world.get("/notifications", member).decode()
                #expect(notifications.items.map(\.kind) == ["appointment.cancelled", "appointment.changed", "appointment.booked"])
                #expect(notifications.items.map(\.details.hasReason) == [true, nil, nil])
                #expect(notifications.items.map(\.details.isChange) == [nil, true, nil])
            }
            // As the release before can read it.
            #expect(try await world.count("SELECT count(*) FROM notifications WHERE kind = 'appointment.changed'") == 0)
            #expect(try await world.count("SELECT count(*) FROM items WHERE details ->> 'event' = 'appointment.changed'") == 1)
        }
    }

    /// A guardian, or who sits at a front desk: it was not the patient.
    @Test func whoBookedForThePatientIsNamed() async throws {
        try await World.run { world in
            let (patient, provider, clerk) = (try await world.member(.patient), try await world.member(.provider), UserID(.v7()))
            let start = world.dependencies.moment().addingTimeInterval(86_400)
            for bookedBy in [clerk, nil] {
                let news = AppointmentNews(
                    AppointmentBooked(
                        appointmentId: AppointmentID(.v7()), version: 1, patientId: patient.id, providerId: provider.id, startTime: start,
                        endTime: start.addingTimeInterval(1800), bookedBy: bookedBy))
                try await world.pool.transaction { tx in _ = try await world.tell(news, tx) }
            }
            let list: PageBody<ConversationBody> = try await world.get("/conversations", provider).decode()
            let conversation = try #require(list.items.first?.id)
            let items: PageBody<ItemBody> = try await world.get("/conversations/\(conversation)/items", provider).decode()
            #expect(items.items.map(\.details?.doneBy) == [patient.id, clerk])
        }
    }

    @Test(.timeLimit(.minutes(3))) func manyAppointmentsOfTwoAtOnceShareOneConversation() async throws {
        try await World.run { world in
            let patient = UserID(.v7())
            let provider = UserID(.v7())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 { group.addTask { try await booked(world, patient, provider) } }
                try await group.waitForAll()
            }
            #expect(try await world.count("SELECT count(*) FROM conversations") == 1)
            #expect(try await world.count("SELECT count(*) FROM items WHERE kind = 'system'") == 10)
            let member = World.Member(id: patient, token: try World.token(patient, .patient))
            #expect(try await world.wholeFeed(member).map(\.sequence) == Array(1...21))
        }
    }

    @Test func anAlertAsksUntilItIsAnswered() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let alert = AlertID(.v7())
            try await world.pool.transaction { tx in
                try await world.notify(.alert, subject: alert.uuid, NotificationDetails(alertId: alert), patient: patient.id, tx)
            }
            var page: PageBody<NotificationBody> = try await world.get("/notifications?unread=true", patient).decode()
            #expect(page.items.map(\.kind) == ["alert"])
            #expect(page.items.first?.details.alertId == alert)
            #expect(page.items.first?.answeredAt == nil)
            let now = world.dependencies.moment()
            try await world.pool.transaction { tx in
                let changed = try await tx.markAnswered(alert.uuid, of: patient.id, at: now)
                #expect(changed.count == 1)
            }
            page = try await world.get("/notifications?unread=true", patient).decode()
            #expect(page.items.isEmpty)
            page = try await world.get("/notifications", patient).decode()
            #expect(page.items.first?.answeredAt == now)
        }
    }

    @Test func notificationsAreReadOneByOneAndAllAtOnce() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let stranger = try await world.member(.patient)
            for _ in 0..<3 {
                let reminder = ReminderID(.v7())
                try await world.pool.transaction { tx in
                    try await world.notify(
                        .reminder, subject: reminder.uuid, NotificationDetails(reminderId: reminder), patient: patient.id, tx)
                }
            }
            let all: PageBody<NotificationBody> = try await world.get("/notifications?limit=2", patient).decode()
            #expect(all.items.count == 2)
            #expect(all.nextCursor != nil)
            let id = try #require(all.items.first?.id)
            #expect(try await world.send(.PUT, "/notifications/\(id)/read", stranger).status == 404)
            #expect(try await world.send(.PUT, "/notifications/\(id)/read", patient).status == 204)
            #expect(try await world.send(.PUT, "/notifications/\(id)/read", patient).status == 204)
            #expect(try await world.wholeFeed(patient).count == 4)
            #expect(try await world.send(.PUT, "/notifications/read", patient).status == 204)
            let unread: PageBody<NotificationBody> = try await world.get("/notifications?unread=true", patient).decode()
            #expect(unread.items.isEmpty)
            #expect(try await world.wholeFeed(patient).map(\.sequence) == Array(1...6))
        }
    }
    /// However many there are, each with its entry in the feed; of those that came until an instant, no later one.
    @Test func moreThanOneTransactionMarksAreAllRead() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let other = try await world.member(.patient)
            let now = world.dependencies.moment()
            func add(_ count: Int, _ user: UserID, _ instant: Date) async throws {
                try await world.pool.withConnection { connection in
                    try await connection.execute(
                        """
                        INSERT INTO notifications (id, user_id, kind, subject_id, details, created_at)
                        SELECT gen_random_uuid(), \(user)::uuid, 'reminder', gen_random_uuid(), '{}'::jsonb, \(instant)::timestamptz FROM generate_series(1, \(count))
                        """)
                }
            }
            func unread(_ user: UserID) async throws -> Int {
                try await world.count("SELECT count(*) FROM notifications WHERE user_id = \(user) AND read_at IS NULL")
            }
            try await add(2 * MarkAllRead.most + 1, patient.id, now)
            try await add(3, patient.id, now.addingTimeInterval(60))
            try await add(2, other.id, now)
            let until = RFC3339.format(now)
            #expect(try await world.send(.PUT, "/notifications/read", patient, #"{"createdUntil":"\#(until)"}"#).status == 204)
            #expect(try await unread(patient.id) == 3)
            #expect(try await world.wholeFeed(patient).map(\.sequence) == Array(1...2 * MarkAllRead.most + 1))
            #expect(try await world.send(.PUT, "/notifications/read", patient).status == 204)
            #expect(try await unread(patient.id) == 0)
            let entries = try await world.wholeFeed(patient)
            #expect(Set(entries.compactMap(\.notification?.id)).count == 2 * MarkAllRead.most + 4)
            #expect(entries.count == 2 * MarkAllRead.most + 4)
            #expect(try await unread(other.id) == 2)
            let wrong = try await world.send(.PUT, "/notifications/read", patient, #"{"createdUntil":"yesterday"}"#)
            #expect(wrong.status == 400)
        }
    }

    /// A subscription has one notification, which comes again with each change: who says, later on, that they have read all that they had seen has not read that.
    @Test func whatCameAgainIsNotReadByWhoHadReadAllBefore() async throws {
        try await World.run { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let (id, start) = (RecordID(.v7()), world.dependencies.moment())
            func tell(_ number: Int, after seconds: Double) async throws -> NotificationBody {
                let event = SubscriptionNotified(
                    subscriptionId: id, version: number, patientId: patient.id, subscriberId: provider.id, role: .provider, notice: .change,
                    eventNumber: number, notifiedAt: start)
                let instant = start.addingTimeInterval(seconds)
                try await world.pool.transaction { tx in _ = try await TellSubscriber(now: { instant }, newID: { .v7() })(event, tx) }
                let page: PageBody<NotificationBody> = try await world.get("/notifications", provider).decode()
                #expect(page.items.count == 1)
                return try #require(page.items.first)
            }
            func readAll(until instant: Date) async throws -> Int {
                let body = #"{"createdUntil":"\#(RFC3339.format(instant))"}"#
                #expect(try await world.send(.PUT, "/notifications/read", provider, body).status == 204)
                let unread: PageBody<NotificationBody> = try await world.get("/notifications?unread=true", provider).decode()
                return unread.items.count
            }
            let first = try await tell(1, after: 0)
            let second = try await tell(2, after: 60)
            #expect(first.createdAt == start && second.createdAt == start.addingTimeInterval(60) && second.id == first.id)
            #expect(try await readAll(until: first.createdAt) == 1)
            #expect(try await readAll(until: second.createdAt) == 0)
        }
    }
}
