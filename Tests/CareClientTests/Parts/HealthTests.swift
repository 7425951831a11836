import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

@Suite(.timeLimit(.minutes(3))) struct HealthTests {
    @Test func heartRatesWaitForTheNetworkAndGoInBatches() async throws {
        let device = TestDevice()
        let isGone = Locked(true)
        device.server.answer { _ in
            if isGone.withLock({ $0 }) { throw TransportFault.unreachable }
            return .json("{}")
        }
        let care = try await BookingTests.client(device)
        try await care.health.record((0..<1200).map { Health.HeartRate(60, at: device.now.addingTimeInterval(TimeInterval($0))) })
        #expect(try await care.health.unsent().current().count == 3)
        isGone.withLock { $0 = false }
        await care.refresh(.network)
        while try await !care.health.unsent().current().isEmpty { try await Task.sleep(for: .milliseconds(2)) }

        struct Batch: Decodable {
            struct Item: Decodable { var bpm: Double; var kind: String }
            var items: [Item]
        }
        // Each as often as it needs, under one key.
        var batches: [String: Int] = [:]
        for call in device.server.calls("/health/heart-rates") {
            batches[call.headers["Idempotency-Key"] ?? ""] = try Wire.decode(Batch.self, from: call.body ?? Data()).items.count
        }
        #expect(batches.values.sorted() == [200, 500, 500])
        await care.close()
    }

    /// The summary, the settings, alerts, reminders and what is not sent, in one; also from the disk.
    @Test func aHomeScreenIsOneValue() async throws {
        let device = TestDevice()
        let (reminder, alert) = (ReminderID(UUID.v7()), AlertID(UUID.v7()))
        let raised =
            #"{"id":"\#(alert)","version":1,"raisedAt":"2026-03-08T14:00:00Z","text":"Taken?","heartRate":{"at":"2026-03-08T14:00:00Z","bpm":91},"boundary":75,"actions":["yes"]}"#
        let answers = [
            "/health/summary":
                #"{"latest":{"at":"2026-03-08T14:00:00Z","bpm":61},"timeZone":"America/Winnipeg","today":"2026-03-08","series":[],"warnings":[]}"#,
            "/health/settings": HealthSettingsTests.settings,
            "/health/alerts": #"{"items":[\#(raised)]}"#,
            "/health/reminders":
                #"{"items":[{"id":"\#(reminder)","version":2,"alertId":"\#(alert)","status":"scheduled","dueAt":"2026-03-09T23:00:00Z"}]}"#
        ]
        device.server.answer { call in
            guard let answer = answers[call.url.path] else { throw TransportFault.unreachable }
            return .json(answer)
        }
        for isOnline in [true, false] {
            let care = try await BookingTests.client(device)
            let shown = try await MessageWatchTests.first(care.health.overview()) { $0.isDataFresh == isOnline }.data
            #expect(shown.summary.latest?.bpm == 61 && shown.settings.boundary == 75 && shown.alerts.map(\.id) == [alert] && shown.reminders.map(\.id) == [reminder])
            if isOnline {
                try await care.health.record([Health.HeartRate(62, at: device.now)])
                _ = try await MessageWatchTests.first(care.health.overview()) { $0.data.unsent.count == 1 }
            } else {
                #expect(shown.unsent.count == 1)
            }
            await care.close()
            device.server.answer { _ in throw TransportFault.unreachable }
        }
    }

    @Test func anAnswerThatIsRefusedCanBeSeenAndDropped() async throws {
        let device = TestDevice()
        device.server.answer { _ in .problem("answered-otherwise", 409) }
        let care = try await BookingTests.client(device)
        let alert = AlertID(UUID.v7())
        try await care.health.answer(alert, taken: .no, remindInHours: 2)
        let unsent = try await MessageWatchTests.first(care.health.unsent()) { watched in
            if case .failed = watched.data.first?.delivery { true } else { false }
        }.data
        guard let first = unsent.first, case .failed(.refused(let problem)) = first.delivery else {
            Issue.record("\(unsent)")
            return
        }
        #expect(problem.name == "answered-otherwise" && first.given == .answer(alert, taken: .no, remindInHours: 2))
        #expect(try await care.health.cancel(first))
        #expect(try await care.health.unsent().current().isEmpty)
        await care.close()
    }
}

@Suite(.timeLimit(.minutes(3))) struct HealthSettingsTests {
    static let settings =
        #"{"boundary":75,"dynamic":true,"gap":3,"window":{"start":"14:00","end":"20:00"},"minimumIntervalMinutes":10,"effectiveTimeZone":"America/Winnipeg","version":3}"#

    @Test func theyAreChangedAsTheyWereRead() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json(Self.settings) }
        let care = try await BookingTests.client(device)
        var settings = try await care.health.settings().current()
        #expect(settings.boundary == 75 && settings.window.end == ClockTime("20:00") && settings.effectiveTimeZone == "America/Winnipeg")
        settings.gap = 5
        settings.timeZone = "Europe/Lisbon"
        try await care.health.change(settings)
        let sent = try #require(device.server.calls("/health/settings").first { $0.method == "PUT" })
        #expect(sent.headers["If-Match"] == "\"3\"")
        // What the server works out is not sent.
        #expect(
            sent.body.map { String(decoding: $0, as: UTF8.self) }
                == #"{"boundary":75,"dynamic":true,"gap":5,"minimumIntervalMinutes":10,"timeZone":"Europe/Lisbon","window":{"end":"20:00","start":"14:00"}}"#)
        await care.close()
    }

    @Test func remindersAreMovedAndCancelled() async throws {
        let device = TestDevice()
        let (reminder, alert) = (ReminderID(UUID.v7()), AlertID(UUID.v7()))
        let shown = #"{"id":"\#(reminder)","version":2,"alertId":"\#(alert)","status":"later-than-this","dueAt":"2026-03-09T23:00:00Z"}"#
        device.server.answer { call in
            switch call.method {
            case "GET": .json(#"{"items":[\#(shown)]}"#)
            case "PATCH": .json(shown)
            default: HTTPReply(status: 204)
            }
        }
        let care = try await BookingTests.client(device)
        let found = try await care.health.reminders().current().items
        #expect(found.map(\.id) == [reminder] && found[0].status == .unknown)
        let moved = try await care.health.move(reminder, to: Date(timeIntervalSince1970: 1_773_097_200))
        #expect(moved.version == 2)
        try await care.health.cancel(reminder)
        let calls = device.server.calls("/health/reminders/\(reminder)")
        #expect(calls.map(\.method) == ["PATCH", "DELETE"] && calls[0].body == Data(#"{"dueAt":"2026-03-09T23:00:00Z"}"#.utf8))
        await care.close()
    }

    @Test func thatItWasTakenIsSaidOnceWhateverIsLost() async throws {
        let device = TestDevice()
        device.server.answerInTurn { number, _ in
            if number == 1 { throw TransportFault.deadline }
            return .json(#"{"takenAt":"2026-03-09T20:16:00Z","settingsVersion":3}"#)
        }
        let care = try await BookingTests.client(device)
        try await care.health.took()
        let keys = device.server.calls("/health/intakes").map { $0.headers["Idempotency-Key"] }
        #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
        await care.close()
    }

    /// For those who cannot hold a stream.
    @Test func whatIsWatchedIsLookedAtNowAndThen() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json(Self.settings) }
        try device.keepSession(expiresIn: 1_000_000)
        var configuration = device.configuration()
        configuration.refreshEvery = .seconds(5)
        let care = try await CareClient(configuration)
        for try await _ in care.health.settings() where device.server.calls("/health/settings").count > 3 { break }
        #expect(device.server.calls("/health/settings").count > 3)
        await care.close()
    }
}
