import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import HealthMonitorService

@Suite struct HeartRateRouteTests {
    @Test func aBatchHasAResultForEachItem() async throws {
        try await World.run { world in
            let patient = try await world.patient()
            let body = """
                {"items": [
                    {"at": "2026-07-02T19:00:00Z", "bpm": 64, "kind": "resting"},
                    {"at": "2026-07-02T14:00:00-05:00", "bpm": 64, "kind": "resting"},
                    {"at": "2026-07-02T19:00:00Z", "bpm": 65, "kind": "resting"},
                    {"at": "2026-07-02T18:00:00.250Z", "bpm": 61.5, "kind": "resting"},
                    {"at": "yesterday", "bpm": "72", "kind": 1},
                    {"bpm": 10, "kind": "walking"},
                    {"at": "2026-07-02T20:05:01Z", "bpm": 301, "kind": "resting"},
                    "72", null, []
                ]}
                """
            let answer = try await world.send(.POST, "/health/heart-rates", patient, body)
            #expect(answer.status == 200)
            let batch = try answer.batch
            #expect(batch.items.map(\.index) == Array(0...9))
            let outcomes = ["recorded", "duplicate", "refused", "recorded"] + [String](repeating: "refused", count: 6)
            #expect(batch.items.map(\.outcome) == outcomes)
            #expect(batch.recorded == 2 && batch.duplicates == 1 && batch.refused == 7)
            #expect(
                batch.items.map { ($0.fields ?? []).map(\.field) } == [
                    [], [], ["at"], [], ["at", "bpm", "kind"], ["at", "bpm", "kind"], ["at", "bpm"], ["item"], ["item"], ["item"]
                ])
            #expect(try batch.evaluation?.heartRate == heartRate("2026-07-02T19:00:00Z", 64))
            #expect(batch.alert == nil)
            let events = try await world.events(of: patient.id.uuid)
            #expect(events.map(\.description) == ["care.heart-rates.recorded.v1 v1"])
            let event = try CareJSON.decode(HeartRatesRecorded.self, from: Data(events[0].data.utf8))
            #expect(event.count == 2 && event.source == .api)
            #expect(try event.firstMeasuredAt == instant("2026-07-02T18:00:00.250Z") && event.lastMeasuredAt == instant("2026-07-02T19:00:00Z"))
        }
    }

    /// A field that is not known is a slip of the app's, not an item's value.
    @Test func aFieldThatIsNotKnownRefusesTheBatch() async throws {
        try await World.run { world in
            let patient = try await world.patient()
            let body = #"{"items": [{"at": "2026-07-02T19:00:00Z", "bpm": 64, "kind": "resting"}, {"at": "2026-07-02T19:01:00Z", "bmp": 64, "kind": "resting"}]}"#
            let answer = try await world.send(.POST, "/health/heart-rates", patient, body)
            #expect(answer.status == 400)
            #expect(try answer.problem.fields == [Fault("items[1].bmp", "is not known; did you mean bpm?")])
            #expect(try await world.events(of: patient.id.uuid).isEmpty)
        }
    }

    @Test func sizesAreLimited() async throws {
        try await World.run { world in
            let patient = try await world.patient()
            func post(_ count: Int) async throws -> Answer {
                let items = (0..<count).map { #"{"at": "\#(RFC3339.format(Date(timeIntervalSince1970: Double(1_782_900_000 + $0))))", "bpm": 60, "kind": "resting"}"# }
                return try await world.send(.POST, "/health/heart-rates", patient, #"{"items": [\#(items.joined(separator: ","))]}"#)
            }
            #expect(try await post(0).problem.fieldNames == ["items"])
            let over = try await post(501)
            #expect(over.status == 400)
            #expect(try over.problem.fields?.first?.message == "must have at most 500 heart rates, not 501")
            #expect(try await post(500).batch.recorded == 500)
            #expect(try await post(2500).status == 413)
            #expect(try await world.send(.POST, "/health/heart-rates", patient, "{}").problem.fieldNames == ["items"])
            #expect(try await world.send(.POST, "/health/heart-rates", patient, "[").problem.slug == "malformed-json")
            #expect(try await world.count("SELECT count(*) FROM heart_rates") == 500)
        }
    }

    @Test func aDayHasItsMost() async throws {
        try await World.run { world in
            let patient = try await world.patient()
            var recorded = 0
            for start in stride(from: 0, to: 1500, by: 500) {
                let items = (start..<start + 500).map {
                    #"{"at": "\#(RFC3339.format(Date(timeIntervalSince1970: Double(1_782_900_000 + $0))))", "bpm": 60, "kind": "resting"}"#
                }
                recorded += try await world.send(.POST, "/health/heart-rates", patient, #"{"items": [\#(items.joined(separator: ","))]}"#).batch.recorded
            }
            #expect(recorded == HeartRateBatch.mostPerDay)
            #expect(try await world.measure(patient, 60, at: "2026-07-02T00:00:00Z").batch.recorded == 1)
        }
    }

    @Test func aRetryIsNotNew() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            let first = try await world.measure(patient, 80, at: "2026-07-02T19:59:00Z", key: "k")
            #expect(try first.batch.alert != nil)
            let replayed = try await world.measure(patient, 80, at: "2026-07-02T19:59:00Z", key: "k")
            #expect(replayed.body == first.body)
            try world.setClock("2026-07-02T20:30:00Z")
            let again = try await world.measure(patient, 80, at: "2026-07-02T19:59:00Z").batch
            #expect(again.duplicates == 1 && again.alert == nil)
            #expect(again.evaluation?.failed == [.valueIsNew])
            #expect(try await world.events(of: patient.id.uuid).count == 1)
            #expect(try await world.count("SELECT count(*) FROM alerts") == 1)
        }
    }

    /// What comes late is kept, but the latest is judged, and only once.
    @Test func lateOnesDoNotAlert() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            #expect(try await world.measure(patient, 70, at: "2026-07-02T19:58:00Z").batch.evaluation?.failed == [.isAboveBoundary])
            let late = try await world.measure(patient, 90, at: "2026-07-02T19:00:00Z").batch
            #expect(late.recorded == 1 && late.alert == nil)
            #expect(late.evaluation?.heartRate.bpm == 70)
            #expect(late.evaluation?.failed == [.isAboveBoundary, .valueIsNew])
            #expect(try await world.measure(patient, 90, at: "2026-07-02T19:59:00Z").batch.alert != nil)
        }
    }

    @Test func whoMayDoWhat() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            let alert = try await world.alert(patient)
            let post = #"{"items": [{"at": "2026-07-02T19:00:00Z", "bpm": 64, "kind": "resting"}]}"#
            let routes: [(HTTPMethod, String, String?, String)] = [
                (.POST, "/health/heart-rates", post, "health:write"), (.GET, "/health/summary", nil, "health:read"),
                (.GET, "/health/evaluations", nil, "health:read"), (.GET, "/health/alerts", nil, "health:read"),
                (.GET, "/health/alerts/\(alert)", nil, "health:read"), (.POST, "/health/alerts/\(alert)/answer", #"{"taken": "yes"}"#, "health:write"),
                (.GET, "/health/settings", nil, "health:read"), (.PUT, "/health/settings", "{}", "health:write"),
                (.POST, "/health/settings/seven-day-average", nil, "health:write")
            ]
            for (method, path, body, scope) in routes {
                #expect(try await world.send(method, path, nil, body).status == 401, "\(method) \(path)")
                for role in [Role.provider, .admin, .scheduler, .service] {
                    let answer = try await world.send(method, path, try world.someone(role), body)
                    #expect(answer.status == 403, "\(method) \(path) as \(role)")
                }
                let other = scope == "health:read" ? "health:write" : "health:read"
                let unscoped = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: other))
                let refused = try await world.send(method, path, unscoped, body)
                #expect(try refused.problem.slug == "insufficient-scope", "\(method) \(path)")
            }
            #expect(try await world.count("SELECT count(*) FROM monitors") == 1)
            #expect(try await world.get("/health/alerts/\(alert)", patient).alert.answer == nil)
        }
    }

    /// Of another patient there is nothing to be seen, and their alert cannot be answered.
    @Test func everyoneSeesTheirOwn() async throws {
        try await World.run { world in
            let (patient, stranger) = (try await world.watched(), try await world.patient())
            let alert = try await world.alert(patient)
            #expect(try await world.get("/health/alerts/\(alert)", stranger).status == 404)
            #expect(try await world.answer(alert, stranger, #"{"taken": "yes"}"#).status == 404)
            #expect(try await world.get("/health/alerts", stranger).decode(PageBody<AlertBody>.self).items.isEmpty)
            #expect(try await world.get("/health/evaluations", stranger).decode(PageBody<EvaluationBody>.self).items.isEmpty)
            #expect(try await world.get("/health/summary", stranger).decode(SummaryBody.self).latest == nil)
            #expect(try await world.get("/health/settings", stranger).settings.boundary == nil)
            #expect(try await world.get("/health/alerts/none", patient).status == 404)
        }
    }

    @Test func lists() async throws {
        try await World.run { world in
            let patient = try await world.watched(#", "minimumIntervalMinutes": 1"#)
            for minute in 10..<17 {
                try world.setClock("2026-07-02T20:\(minute):00Z")
                try await world.measure(patient, 80, at: "2026-07-02T20:\(minute):00Z")
            }
            for path in ["/health/alerts", "/health/evaluations"] {
                struct Item: Decodable, Sendable { var id: UUID; var heartRate: HeartRate }
                var seen: [Item] = []
                var after = ""
                repeat {
                    let page = try await world.get("\(path)?limit=3\(after)", patient).decode(PageBody<Item>.self)
                    #expect(page.items.count <= 3)
                    seen += page.items
                    after = page.nextCursor.map { "&after=\($0)" } ?? ""
                } while !after.isEmpty
                #expect(Set(seen.map(\.id)).count == 7)
                #expect(seen.map(\.heartRate.at) == seen.map(\.heartRate.at).sorted(by: >))
                #expect(try await world.get("\(path)?limit=0", patient).problem.fieldNames == ["limit"])
                #expect(try await world.get("\(path)?after=nonsense", patient).problem.fieldNames == ["after"])
                #expect(try await world.get("\(path)?person=\(patient.id)", patient).status == 400)
            }
        }
    }
}
