import CareModels
import ServiceTestKit
import Testing

@testable import WebhooksService

@Suite struct ErasedColumnsTests {
    @Test func nothingIsLeftOfWhoIsErased() async throws {
        try await World.run { world in
            // What it publishes is about subscriptions, and whom it answers are machines.
            let unused: Set = ["person_keys", "outbox", "idempotency_keys"]
            try await ErasureCheck(world.pool, UserID(.v7()), unused: unused).expect(
                "Webhooks", keeps: ["erased_people.person_id"], heardBy: consumers(world.dependencies))
        }
    }

    /// Their id alone, until the receivers know and the retention is over.
    @Test func theirDeletionItselfIsToldAndKept() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                _ = try await world.subscribe(client, to: receiver, types: [AppointmentBooked.type, UserDeleted.type])
                let (leaver, stayer) = (UserID(.v7()), UserID(.v7()))
                try await world.hear([world.booked(patient: leaver), world.booked(patient: stayer)])
                try await world.hear([UserDeleted(userId: leaver, version: 2, deletedAt: world.clock.now)])
                #expect(try await world.count("SELECT count(*) FROM events WHERE \(leaver) = ANY(mentioned_ids)") == 1)
                #expect(try await world.count("SELECT count(*) FROM events") == 2)
                try await world.deliverDue()
                #expect(try receiver.calls.map { try $0.event().type }.sorted() == [AppointmentBooked.type, UserDeleted.type])
                #expect(receiver.calls.allSatisfy { !String(decoding: $0.body, as: UTF8.self).contains("patientId\":\"\(leaver)") })
                #expect(try await world.count("SELECT count(*) FROM lanes") == 0)
            }
        }
    }
}
