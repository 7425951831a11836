import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import HealthMonitorService

@Suite struct SettingsRouteTests {
    @Test func defaultsUntilChanged() async throws {
        try await World.run { world in
            let patient = try await world.patient()
            let first = try await world.get("/health/settings", patient)
            #expect(first.headers.first(name: "etag") == "\"0\"")
            let settings = try first.settings
            #expect(settings.boundary == nil && settings.dynamic && settings.gap == 3 && settings.minimumIntervalMinutes == 10)
            #expect(settings.window.start == "14:00" && settings.window.end == "20:00")
            #expect(settings.timeZone == nil && settings.effectiveTimeZone == "America/Winnipeg")
            #expect(try await world.get("/health/settings", try world.someone(.patient)).settings.effectiveTimeZone == "UTC")
        }
    }

    /// A release before sealed its defaults with the first heart rate; who has chosen keeps what they chose.
    @Test func whoNeverChoseTakesTheDefaultsOfToday() async throws {
        try await World.run { world in
            let (silent, choosing) = (try await world.patient(), try await world.patient())
            for person in [silent, choosing] {
                _ = try await world.measure(person, 60, at: "2026-07-02T19:00:00Z")
                try await world.pool.transaction { tx in
                    var monitor = try await tx.lockMonitor(of: person.id, world.dependencies.keys)
                    monitor.settings.isDynamic = false
                    try await tx.save(monitor)
                }
            }
            #expect(try await world.get("/health/settings", silent).settings.dynamic)
            #expect(try await world.send(.PUT, "/health/settings", choosing, #"{"dynamic": false, "gap": 4}"#).status == 200)
            #expect(try await world.get("/health/settings", choosing).settings.dynamic == false)
        }
    }

    @Test func putReplacesAndIfMatchGuards() async throws {
        try await World.run { world in
            let patient = try await world.patient()
            let body =
                #"{"boundary": 71.5, "dynamic": true, "gap": 4, "window": {"start": "08:00", "end": "22:00"}, "minimumIntervalMinutes": 30, "timeZone": "Asia/Tokyo"}"#
            let first = try await world.send(.PUT, "/health/settings", patient, body, headers: ["If-Match": "\"0\""])
            #expect(first.status == 200 && first.headers.first(name: "etag") == "\"1\"")
            #expect(try await world.get("/health/settings", patient).body == first.body)
            #expect(try first.settings.effectiveTimeZone == "Asia/Tokyo")
            let stale = try await world.send(.PUT, "/health/settings", patient, "{}", headers: ["If-Match": "\"0\""])
            #expect(try stale.status == 412 && stale.decode(ChangedBody.self).currentVersion == 1)
            let same = try await world.send(.PUT, "/health/settings", patient, body, headers: ["If-Match": "\"1\""])
            #expect(same.headers.first(name: "etag") == "\"1\"")
            let replaced = try await world.send(.PUT, "/health/settings", patient, #"{"boundary": null}"#, headers: ["If-Match": "\"1\""])
            #expect(try replaced.settings.version == 2 && replaced.settings.boundary == nil && replaced.settings.window.start == "14:00")
            let faulty = try await world.send(.PUT, "/health/settings", patient, #"{"boundary": 300, "timeZone": "Mars/Olympus", "window": {"start": "x"}}"#)
            #expect(try faulty.status == 400 && faulty.problem.fieldNames == ["boundary", "window.start", "timeZone"])
            #expect(try await world.send(.PUT, "/health/settings", patient, #"{"boundary": "high"}"#).problem.fieldNames == ["boundary"])
        }
    }

    @Test func theRuleObeysTheSettings() async throws {
        try await World.run { world in
            let patient = try await world.watched(#", "window": {"start": "15:01", "end": "15:02"}, "minimumIntervalMinutes": 1"#)
            #expect(try await world.measure(patient, 80, at: "2026-07-02T19:58:00Z").batch.evaluation?.failed == [.isInWindow])
            try world.setClock("2026-07-02T20:01:00Z")
            #expect(try await world.measure(patient, 80, at: "2026-07-02T20:01:00Z").batch.alert != nil)
            try world.setClock("2026-07-02T20:02:00Z")
            #expect(try await world.measure(patient, 80, at: "2026-07-02T20:02:00Z").batch.alert != nil)
        }
    }

    @Test func theSevenDayAverageBecomesTheBoundary() async throws {
        try await World.run { world in
            let patient = try await world.patient()
            let none = try await world.send(.POST, "/health/settings/seven-day-average", patient)
            #expect(try none.status == 409 && none.problem.slug == "no-average")
            let items = [
                ("2026-06-25T20:00:00Z", 120.0), ("2026-06-26T20:00:00Z", 60), ("2026-07-01T20:00:00Z", 64), ("2026-07-02T18:00:00Z", 70), ("2026-07-02T19:00:00Z", 72)
            ]
            .map { #"{"at": "\#($0.0)", "bpm": \#($0.1), "kind": "resting"}"# }
            _ = try await world.send(.POST, "/health/heart-rates", patient, #"{"items": [\#(items.joined(separator: ","))]}"#)
            let summary = try await world.get("/health/summary", patient).decode(SummaryBody.self)
            #expect(try summary.latest == heartRate("2026-07-02T19:00:00Z", 72))
            #expect(summary.boundary == nil && summary.timeZone == "America/Winnipeg" && summary.today.description == "2026-07-02")
            #expect(summary.series.map(\.average) == [60, nil, nil, nil, nil, 64, 71])
            #expect(summary.series.map(\.count) == [1, 0, 0, 0, 0, 1, 2])
            #expect(summary.sevenDayAverage == 65)
            let used = try await world.send(.POST, "/health/settings/seven-day-average", patient, headers: ["If-Match": "\"0\""])
            #expect(try used.settings.boundary == 65 && used.settings.version == 1)
            #expect(try await world.send(.POST, "/health/settings/seven-day-average", patient, headers: ["If-Match": "\"0\""]).status == 412)
            #expect(try await world.get("/health/summary", patient).decode(SummaryBody.self).boundary == 65)
            // On Tokyo's calendar it is the 3rd already, and some of it was on other days.
            _ = try await world.send(.PUT, "/health/settings", patient, #"{"timeZone": "Asia/Tokyo"}"#)
            let tokyo = try await world.get("/health/summary", patient).decode(SummaryBody.self)
            #expect(tokyo.today.description == "2026-07-03" && tokyo.series.map(\.average) == [60, nil, nil, nil, nil, 64, 71])
            #expect(tokyo.series.first?.date.description == "2026-06-27")
        }
    }

    @Test func aPatientOfWhomNothingIsKnown() async throws {
        try await World.run { world in
            let patient = try world.someone(.patient)
            let summary = try await world.get("/health/summary", patient).decode(SummaryBody.self)
            #expect(summary.latest == nil && summary.sevenDayAverage == nil && summary.series.count == 7 && summary.warnings.isEmpty)
            #expect(try await world.count("SELECT count(*) FROM monitors") == 0)
            #expect(try await world.measure(patient, 60, at: "2026-07-02T19:00:00Z").batch.recorded == 1)
            #expect(try await world.get("/health/summary", patient).decode(SummaryBody.self).latest?.bpm == 60)
        }
    }
}
