import CareClient
import CareModels
import CareService
import Foundation
import HTTP
import Sealing
import ServiceTestKit
import TestKit
import Testing

@testable import HealthMonitorService

/// A patient is watched and reminded of their medication, with the client as it is against the real HealthMonitor.
@Suite(.timeLimit(.minutes(3))) struct HeartStory {
    private static let scope = "health:read health:write"

    /// A patient who is watched around the clock, above 75 a minute.
    private static func run(_ body: @Sendable (StoryWorld.Person) async throws -> Void) async throws {
        let clock = TestClock.running()
        try await ServiceWorld<Dependencies>.run(
            TestKit.schema(migrations), clock, size: 10,
            dependencies: { Dependencies(pool: $0, keys: PersonKeys(MasterKeys(current: [UInt8](repeating: 7, count: 32))), now: { clock.now }) },
            routes: routes
        ) { world in
            let id = UserID(.v7())
            let event = UserRegistered(id, .patient, timeZone: "UTC", at: clock.now)
            try await world.pool.transaction { try await ProjectPerson()(PublicProfile(event), $0) }
            let patient = StoryWorld.Person(id: id, role: .patient, port: world.server.port)
            defer { patient.forget() }
            try await patient.run(scope: scope) { try await watchClosely($0) }
            try await body(patient)
        }
    }

    private static func watchClosely(_ care: CareClient) async throws {
        let unset = try await care.health.settings().current()
        var wanted = unset
        wanted.boundary = 75
        wanted.window = .init(start: ClockTime(minutes: 0), end: ClockTime(minutes: ClockTime.minutesPerDay))
        wanted.minimumIntervalMinutes = 1
        let changed = try await care.health.change(wanted)
        #expect(unset.boundary == nil && changed.boundary == 75 && changed.version == unset.version + 1 && changed.effectiveTimeZone == "UTC")
        do {
            try await care.health.change(unset)
            Issue.record("it was changed by who had not seen how it is")
        } catch CareError.refused(let problem) { #expect(problem.status == 412) }
    }

    private static func alert(_ patient: StoryWorld.Person, _ bpm: Double) async throws -> Health.Alert {
        try await patient.run(scope: scope) { care in
            try await care.health.record([Health.HeartRate(bpm, at: Date())])
            return try await first(care.health.alerts()) { $0.isDataFresh && !$0.data.items.isEmpty }.data.items[0]
        }
    }

    @Test func measuredWithoutANetworkTheyAreAskedAndReminded() async throws {
        try await Self.run { patient in
            let now = Date()
            try await patient.run(at: 1, scope: Self.scope) { care in
                try await care.health.record([Health.HeartRate(62, at: now - 3), Health.HeartRate(64, at: now - 2)])
                // A watch gives the same again.
                for _ in 0..<2 { try await care.health.record([Health.HeartRate(90, at: now - 1)]) }
                #expect(try await care.health.unsent().current().count == 3)
            }
            let alert = try await patient.run(scope: Self.scope) { care in
                let home = try await first(care.health.overview()) { $0.isDataFresh && $0.data.unsent.isEmpty && !$0.data.alerts.isEmpty }.data
                #expect(home.summary.latest?.bpm == 90 && home.summary.series.last?.count == 3 && home.alerts.count == 1 && home.settings.boundary == 75)
                return home.alerts[0]
            }
            #expect(alert.heartRate.bpm == 90 && alert.boundary == 75 && alert.answer == nil && !alert.text.isEmpty)

            try await patient.run(at: 1, scope: Self.scope) { try await $0.health.answer(alert.id, taken: .no, remindInHours: 2) }
            try await patient.run(scope: Self.scope) { care in
                let reminder = try await first(care.health.reminders()) { $0.isDataFresh && $0.data.items.count == 1 }.data.items[0]
                #expect(reminder.status == .pending && reminder.alertId == alert.id && (6600...7800).contains(reminder.dueAt.timeIntervalSinceNow))
                #expect(try await care.health.alerts().current().items.map(\.answer?.taken) == [.no])
                let summary = try await care.health.summary().current()
                #expect(summary.warnings == [summary.today])
                let moved = try await care.health.move(reminder.id, to: reminder.dueAt + 3600)
                #expect(moved.id == reminder.id && moved.dueAt == reminder.dueAt + 3600)
                try await care.health.cancel(reminder.id)
                #expect(try await care.health.reminders().current().items.map(\.status) == [.cancelled])
            }
        }
    }

    @Test func whoHasTakenItIsAskedLaterTheNextTime() async throws {
        try await Self.run { patient in
            let alert = try await Self.alert(patient, 80)
            try await patient.run(scope: Self.scope) { care in
                let gap = try await care.health.settings().current().gap
                try await care.health.answer(alert.id, taken: .yes)
                let raised = try await first(care.health.settings()) { $0.data.boundary == 75 + gap }
                #expect(raised.data.dynamic)
                // The same once more does no harm; another answer is refused, and can be taken back.
                try await care.health.answer(alert.id, taken: .yes)
                try await care.health.answer(alert.id, taken: .no)
                var refused: [Health.Unsent] = []
                while refused.isEmpty {
                    try await Task.sleep(for: .milliseconds(20))
                    refused = try await care.health.unsent().current().filter { if case .failed = $0.delivery { true } else { false } }
                }
                #expect(refused.count == 1)
                #expect(try await care.health.unsent().current().count == 1)
                #expect(try await care.health.cancel(refused[0]))
                #expect(try await care.health.settings().current().boundary == 75 + gap)

                try await care.health.took()
                let summary = try await care.health.summary().current()
                let average = try #require(summary.sevenDayAverage)
                #expect(average == 80 && summary.lastTakenAt != nil)
                #expect(try await care.health.useSevenDayAverage().boundary == average)
                #expect(try await care.health.summary().current().boundary == average)
            }
        }
    }
}
