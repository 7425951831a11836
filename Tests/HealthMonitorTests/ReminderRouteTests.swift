import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import HealthMonitorService

@Suite struct RemindingTests {
    private static let now = "2026-07-02T20:00:00Z"

    private func reminder(fired: Bool = false, cancelled: Bool = false) throws -> ReminderRecord {
        let now = try instant(Self.now)
        return ReminderRecord(
            id: ReminderID(.v7()), version: 1, patientId: UserID(.v7()), alertId: AlertID(.v7()), dueAt: now + 3600, firedAt: fired ? now : nil,
            cancelledAt: cancelled ? now : nil)
    }

    @Test(arguments: [("2026-07-02T20:00:00Z", false), ("2026-07-02T20:00:00.001Z", true), ("2026-07-03T20:00:00Z", true), ("2026-07-03T20:00:00.001Z", false)])
    func timesAreAhead(_ dueAt: String, _ isTaken: Bool) throws {
        let (dueAt, now) = (try instant(dueAt), try instant(Self.now))
        let outcome = Result { () throws(Faults) in try Reminding.checkTime(dueAt, now: now) }
        if case .failure(let faults) = outcome { #expect(!isTaken && faults.all.map(\.field) == ["dueAt"]) } else { #expect(isTaken) }
    }

    @Test func whatIsOverStays() throws {
        let now = try instant(Self.now)
        let moved = try Reminding.move(reminder(), to: now + 60)
        #expect(moved.version == 2 && moved.dueAt == now + 60)
        let cancelled = try Reminding.cancel(reminder(), now: now)
        #expect(cancelled.version == 2 && cancelled.cancelledAt == now)
        for over in [try reminder(fired: true), try reminder(cancelled: true)] {
            #expect(throws: Reminding.Refusal.over) { try Reminding.move(over, to: now + 60) }
            #expect(throws: Reminding.Refusal.over) { try Reminding.cancel(over, now: now) }
        }
    }
}

@Suite struct IntakeTests {
    struct Case: Sendable {
        var bpm: Double? = 80
        var at = "2026-07-02T19:00:00Z"
        var boundary: Double? = 75
        var dynamic = true
        var lastTaken: String?
        var expected: Double?
    }

    static let cases = [
        Case(expected: 78), Case(dynamic: false, expected: 75), Case(boundary: nil, expected: nil), Case(bpm: nil, expected: 75), Case(bpm: 75, expected: 75),
        // Yesterday in Winnipeg.
        Case(at: "2026-07-02T04:59:00Z", expected: 75), Case(lastTaken: "2026-07-02T19:30:00Z", expected: 75),
        Case(lastTaken: "2026-07-02T18:30:00Z", expected: 78)
    ]

    @Test(arguments: cases) func raisesWhatAnAlertWouldHave(_ row: Case) throws {
        var settings = MonitorSettings()
        settings.boundary = row.boundary
        settings.isDynamic = row.dynamic
        var state = MonitorState()
        state.latest = try row.bpm.map { try heartRate(row.at, $0) }
        state.lastTakenAt = try row.lastTaken.map { try instant($0) }
        let now = try instant("2026-07-02T20:00:00Z")
        let outcome = Intake.take(settings, state, now: now, zone: try zone("America/Winnipeg"))
        #expect(outcome.settings.boundary == row.expected && outcome.state.lastTakenAt == now)
    }
}

@Suite struct ReminderRouteTests {
    /// A reminder at 22:00, when it is 20:00.
    private func reminder(_ world: World, _ patient: World.Person) async throws -> ReminderID {
        let id = try await world.alert(patient)
        let answered = try await world.answer(id, patient, #"{"taken": "no", "remindInHours": 2}"#).alert
        return try #require(answered.reminder).id
    }

    private func list(_ world: World, _ person: World.Person, _ query: String = "") async throws -> PageBody<ReminderBody> {
        try await world.get("/health/reminders" + query, person).decode()
    }

    private func move(_ world: World, _ id: ReminderID, _ person: World.Person, _ dueAt: String, match: String? = "\"1\"") async throws -> Answer {
        try await world.send(.PATCH, "/health/reminders/\(id)", person, #"{"dueAt": "\#(dueAt)"}"#, headers: match.map { ["If-Match": $0] } ?? [:])
    }

    private func cancel(_ world: World, _ id: ReminderID, _ person: World.Person, match: String? = "\"1\"") async throws -> Answer {
        try await world.send(.DELETE, "/health/reminders/\(id)", person, headers: match.map { ["If-Match": $0] } ?? [:])
    }

    @Test func oneIsMovedAndFiresThen() async throws {
        try await World.run { world in
            let (patient, other) = (try await world.watched(), try await world.patient())
            let id = try await reminder(world, patient)
            let listed = try await list(world, patient).items
            #expect(listed.map(\.id) == [id] && listed[0].status == "pending" && listed[0].version == 1)
            #expect(try await list(world, other).items.isEmpty)

            let stale = try await move(world, id, patient, "2026-07-02T23:00:00Z", match: "\"2\"")
            #expect(try stale.status == 412 && stale.decode(ChangedBody.self).currentVersion == 1)
            #expect(try await move(world, id, other, "2026-07-02T23:00:00Z").status == 404)
            #expect(try await move(world, id, patient, "2026-07-02T19:00:00Z").problem.fieldNames == ["dueAt"])
            #expect(try await move(world, id, patient, "2026-07-04T20:00:00Z").problem.fieldNames == ["dueAt"])
            let cleared = try await world.send(.PATCH, "/health/reminders/\(id)", patient, #"{"dueAt": null}"#, headers: ["If-Match": "*"])
            #expect(try cleared.status == 400 && cleared.problem.fieldNames == ["dueAt"])
            // What is absent stays.
            let none = try await world.send(.PATCH, "/health/reminders/\(id)", patient, "{}", headers: ["If-Match": "\"1\""])
            #expect(none.status == 200 && none.headers.first(name: "etag") == "\"1\"")
            #expect(try await world.send(.PATCH, "/health/reminders/\(id)", patient, "{}", headers: ["If-Match": "\"2\""]).status == 412)
            #expect(try await world.send(.PATCH, "/health/reminders/\(id)", other, "{}", headers: ["If-Match": "*"]).status == 404)
            let moved = try await move(world, id, patient, "2026-07-02T23:00:00Z")
            #expect(moved.status == 200 && moved.headers.first(name: "etag") == "\"2\"")
            // The same time again changes nothing.
            #expect(try await move(world, id, patient, "2026-07-02T23:00:00Z", match: "\"2\"").headers.first(name: "etag") == "\"2\"")
            // The alert that it belongs to shows it, as another version.
            let alert = try await world.get("/health/alerts/\(listed[0].alertId)", patient)
            #expect(try alert.headers.first(name: "etag") == "\"3\"" && alert.alert.reminder?.dueAt == instant("2026-07-02T23:00:00Z"))

            try world.setClock("2026-07-02T22:30:00Z")
            #expect(try await world.fireDue() == 0)
            try world.setClock("2026-07-02T23:00:00Z")
            #expect(try await world.fireDue() == 1)
            #expect(try await list(world, patient).items.map(\.status) == ["fired"])
            #expect(try await move(world, id, patient, "2026-07-03T01:00:00Z", match: "*").problem.slug == "reminder-over")
            #expect(try await cancel(world, id, patient, match: "*").status == 409)
            // Nor is there a timer that would fire it once more.
            #expect(try await world.count("SELECT count(*) FROM timers") == 0)
            #expect(
                try await world.events(of: id.uuid).map(\.description) == [
                    "care.reminders.scheduled.v1 v1", "care.reminders.scheduled.v1 v2", "care.reminders.fired.v1 v3"
                ])
        }
    }

    @Test func aCancelledOneDoesNotCome() async throws {
        try await World.run { world in
            let (patient, other) = (try await world.watched(), try await world.patient())
            let id = try await reminder(world, patient)
            #expect(try await cancel(world, id, other).status == 404)
            let stale = try await cancel(world, id, patient, match: "\"2\"")
            #expect(try stale.status == 412 && stale.decode(ChangedBody.self).currentVersion == 1)
            #expect(try await world.count("SELECT count(*) FROM timers") == 1)
            #expect(try await cancel(world, id, patient).status == 204)
            #expect(try await cancel(world, id, patient, match: "*").status == 409)
            try world.setClock("2026-07-02T22:00:00Z")
            #expect(try await world.fireDue() == 0)
            #expect(try await list(world, patient).items.map(\.status) == ["cancelled"])
            #expect(try await world.events(of: id.uuid).map(\.description) == ["care.reminders.scheduled.v1 v1", "care.reminders.cancelled.v1 v2"])
        }
    }

    @Test func theyAreListedInPages() async throws {
        try await World.run { world in
            let patient = try await world.watched(#", "minimumIntervalMinutes": 1"#)
            for minute in 0..<5 {
                try world.setClock("2026-07-02T20:0\(2 * minute):00Z")
                let alert = try await world.alert(patient, at: "2026-07-02T20:0\(2 * minute):00Z")
                _ = try await world.answer(alert, patient, #"{"taken": "no", "remindInHours": 1}"#)
            }
            var found: [Date] = []
            var page = try await list(world, patient, "?limit=2")
            found += page.items.map(\.dueAt)
            while let after = page.nextCursor {
                page = try await list(world, patient, "?limit=2&after=\(after)")
                found += page.items.map(\.dueAt)
            }
            #expect(try found == (0..<5).reversed().map { try instant("2026-07-02T21:0\(2 * $0):00Z") })
        }
    }

    @Test func iTookItNow() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            let reminder = try await reminder(world, patient)
            try world.setClock("2026-07-02T20:30:00Z")
            let first = try await world.send(.POST, "/health/intakes", patient, headers: ["Idempotency-Key": "k"])
            let intake = try first.decode(IntakeBody.self)
            #expect(try first.status == 200 && intake.takenAt == instant("2026-07-02T20:30:00Z") && intake.boundary == 78)
            #expect(try await world.send(.POST, "/health/intakes", patient, headers: ["Idempotency-Key": "k"]).body == first.body)
            // Said again of the same heart rate it raises nothing more.
            #expect(try await world.send(.POST, "/health/intakes", patient).decode(IntakeBody.self).boundary == 78)
            #expect(try await list(world, patient).items.map(\.status) == ["cancelled"])
            try world.setClock("2026-07-02T22:00:00Z")
            #expect(try await world.fireDue() == 0)
            #expect(try await world.events(of: reminder.uuid).map(\.version) == [1, 2])
            let summary = try await world.get("/health/summary", patient).decode(SummaryBody.self)
            #expect(try summary.lastTakenAt == instant("2026-07-02T20:30:00Z") && summary.boundary == 78)
            #expect(try await world.send(.POST, "/health/intakes", world.someone(.provider)).status == 403)
        }
    }

    /// Who answers the alert and says by themselves, too, that they took it, in whichever order.
    @Test func ofOneHeartRateTheBoundaryIsRaisedOnce() async throws {
        try await World.run { world in
            let (one, other) = (try await world.watched(), try await world.watched())
            let (first, second) = (try await world.alert(one), try await world.alert(other))
            #expect(try await world.answer(first, one, #"{"taken": "yes"}"#).status == 200)
            #expect(try await world.send(.POST, "/health/intakes", one).decode(IntakeBody.self).boundary == 78)
            #expect(try await world.send(.POST, "/health/intakes", other).decode(IntakeBody.self).boundary == 78)
            #expect(try await world.answer(second, other, #"{"taken": "yes"}"#).alert.answer?.taken == "yes")
            for patient in [one, other] {
                #expect(try await world.get("/health/summary", patient).decode(SummaryBody.self).boundary == 78)
            }
            // The next one is another.
            try world.setClock("2026-07-02T20:10:00Z")
            _ = try await world.measure(one, 90, at: "2026-07-02T20:09:00Z")
            #expect(try await world.send(.POST, "/health/intakes", one).decode(IntakeBody.self).boundary == 81)
        }
    }

    /// Moved, cancelled and fired at once: it fires once or not at all, and no timer is left behind.
    @Test(.timeLimit(.minutes(3))) func itFiresAtMostOnce() async throws {
        try await World.run(size: 20) { world in
            for _ in 0..<5 {
                let patient = try await world.watched()
                try world.setClock(World.start)
                let id = try await reminder(world, patient)
                try world.setClock("2026-07-02T22:00:00Z")
                _ = try await together(6) { index in
                    switch index {
                    case 0, 3: return try await world.fireDue()
                    case 1, 4: return try await cancel(world, id, patient, match: "*").status
                    default: return try await move(world, id, patient, "2026-07-03T01:00:00Z", match: "*").status
                    }
                }
                let status = try await list(world, patient).items[0].status
                let fired = try await world.events(of: id.uuid).filter { $0.type == ReminderFired.type }.count
                #expect(fired == (status == "fired" ? 1 : 0))
                #expect(status != "pending")
                #expect(try await world.count("SELECT count(*) FROM timers") == 0)
            }
        }
    }
}
