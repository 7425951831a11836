import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import HealthMonitorService

@Suite struct SnapshotTests {
    @Test func alertsAndRemindersAreToldAsTheyAre() async throws {
        try await World.run { world in
            let (person, leaving) = (try await world.watched(), try await world.watched())
            let alert = try await world.alert(person)
            #expect(try await world.answer(alert, person, #"{"taken": "no", "remindInHours": 1}"#).status == 200)
            _ = try await world.alert(leaving)
            try await world.erase(leaving)

            let alerts: [UUID: AlertSnapshot] = try await world.pool.told(.alerts, of: snapshots)
            #expect(Array(alerts.keys) == [alert.uuid])
            #expect(alerts[alert.uuid]?.version == 2 && alerts[alert.uuid]?.patientId == person.id && alerts[alert.uuid]?.answeredAt != nil)
            let reminders: [UUID: ReminderSnapshot] = try await world.pool.told(.reminders, of: snapshots)
            let reminder = try #require(reminders.values.first)
            #expect(reminders.count == 1 && reminder.alertId == alert && reminder.version == 1)
            #expect(reminder.firedAt == nil && reminder.cancelledAt == nil)
        }
    }
}
