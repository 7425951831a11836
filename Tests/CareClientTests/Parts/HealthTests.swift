import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

@Suite(.timeLimit(.minutes(3))) struct HealthTests {
    private struct Batch: Decodable {
        struct Item: Decodable {
            var bpm: Double
            var kind: String
        }

        var items: [Item]
    }

    private static func batch(_ call: HTTPCall) throws -> [Batch.Item] { try Wire.decode(Batch.self, from: call.body ?? Data()).items }

    /// What a server says of a batch: those of fewer than 20 beats a minute it refuses.
    static func taken(_ call: HTTPCall) throws -> HTTPReply {
        let items = try batch(call).enumerated().map { index, item in
            item.bpm < 20
                ? #"{"index":\#(index),"outcome":"refused","fields":[{"field":"bpm","message":"must be from 20 to 300 beats per minute"}]}"#
                : #"{"index":\#(index),"outcome":"recorded"}"#
        }
        return .json(#"{"items":[\#(items.joined(separator: ","))],"recorded":0,"duplicates":0,"refused":0}"#)
    }

    @Test func heartRatesWaitForTheNetworkAndGoInBatches() async throws {
        let device = TestDevice()
        let isGone = Locked(true)
        device.server.answer {
            if isGone.withLock({ $0 }) { throw TransportFault.unreachable }
            return try Self.taken($0)
        }
        let care = try await BookingTests.client(device)
        try await care.health.record((0..<1200).map { Health.HeartRate(60, at: device.now.addingTimeInterval(TimeInterval($0))) })
        #expect(try await care.health.unsent().current().count == 3)
        isGone.withLock { $0 = false }
        await care.refresh(.network)
        while try await !care.health.unsent().current().isEmpty { try await Task.sleep(for: .milliseconds(2)) }

        // Each as often as it needs, under one key.
        var batches: [String: Int] = [:]
        for call in device.server.calls("/health/heart-rates") {
            batches[call.headers["Idempotency-Key"] ?? ""] = try Self.batch(call).count
        }
        #expect(batches.values.sorted() == [200, 500, 500])
        await care.close()
    }

    /// The others are kept; and what is tried once more goes under another key, by which the server looks at it anew.
    @Test func heartRatesThatAreRefusedStayWithTheirReasons() async throws {
        let device = TestDevice()
        device.server.answer { try Self.taken($0) }
        let care = try await BookingTests.client(device)
        let given = [60.0, 5, 62, 7].enumerated().map { Health.HeartRate($1, at: device.now.addingTimeInterval(TimeInterval($0))) }
        func refused() async throws -> Health.Unsent {
            let isRefused: (Watched<[Health.Unsent]>) -> Bool = { if case .failed = $0.data.first?.delivery { true } else { false } }
            return try #require(try await MessageWatchTests.first(care.health.unsent(), where: isRefused).data.first)
        }
        try await care.health.record(given)
        var unsent = try await refused()
        #expect(unsent.given == .heartRates([given[1], given[3]]))
        guard case .failed(.refused(let problem)) = unsent.delivery else { return #expect(Bool(false), "\(unsent)") }
        #expect(problem.name == "validation" && !CareError.refused(problem).isWorthRetrying)
        #expect(problem.fields == [0, 1].map { Problem.Field(field: "items[\($0)].bpm", message: "must be from 20 to 300 beats per minute") })

        try await care.health.retry(unsent)
        while device.server.calls("/health/heart-rates").count < 2 { try await Task.sleep(for: .milliseconds(2)) }
        unsent = try await refused()
        let calls = device.server.calls("/health/heart-rates")
        #expect(try calls.map { try Self.batch($0).map(\.bpm) } == [[60, 5, 62, 7], [5, 7]] && Set(calls.map { $0.headers["Idempotency-Key"] }).count == 2)
        await care.close()
        // Over a restart too.
        let next = try await BookingTests.client(device)
        #expect(try await next.health.unsent().current().map(\.delivery) == [unsent.delivery])
        #expect(try await next.health.cancel(unsent))
        #expect(try await next.health.unsent().current().isEmpty)
        await next.close()
    }

    /// What is no number cannot be said: nothing of all that was given is kept.
    @Test func whatIsNoNumberIsNotTaken() async throws {
        let device = TestDevice()
        let care = try await BookingTests.client(device)
        let given = (0..<501).map { Health.HeartRate($0 == 500 ? .nan : 60, at: device.now.addingTimeInterval(TimeInterval($0))) }
        await #expect(throws: CareError.unreadable("what was given")) { try await care.health.record(given) }
        #expect(try await care.health.unsent().current().isEmpty)
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
