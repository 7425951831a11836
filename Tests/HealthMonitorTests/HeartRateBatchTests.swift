import CareModels
import Foundation
import Testing

@testable import HealthMonitorService

@Suite struct HeartRateBatchTests {
    private static let now = "2026-07-02T20:00:00Z"

    struct Row: Sendable {
        var at: String?
        var bpm: Double?
        var kind: String?
        var faulty: [String]
        init(_ at: String?, _ bpm: Double?, _ kind: String? = "resting", faulty: [String] = []) {
            (self.at, self.bpm, self.kind, self.faulty) = (at, bpm, kind, faulty)
        }
    }

    static let rows = [
        Row("2026-07-02T19:58:00Z", 72), Row("2026-07-02T19:58:00Z", 20), Row("2026-07-02T19:58:00Z", 300),
        Row("2026-07-02T19:58:00Z", 19.9, faulty: ["bpm"]), Row("2026-07-02T19:58:00Z", 300.1, faulty: ["bpm"]),
        Row("2026-07-02T19:58:00Z", .nan, faulty: ["bpm"]), Row("2026-07-02T19:58:00Z", .infinity, faulty: ["bpm"]),
        Row("2026-07-02T20:05:00Z", 72), Row("2026-07-02T20:05:01Z", 72, faulty: ["at"]),
        Row("2000-01-01T00:00:00Z", 72), Row("1999-12-31T23:59:59Z", 72, faulty: ["at"]),
        Row("2026-07-02T19:58:00Z", 72, "walking", faulty: ["kind"]), Row(nil, nil, nil, faulty: ["at", "bpm", "kind"])
    ]

    @Test(arguments: rows) func items(_ row: Row) throws {
        let item = HeartRateBatch.Item(at: try row.at.map(instant), bpm: row.bpm, kind: row.kind)
        do {
            let heartRate = try HeartRateBatch.check(item, now: try instant(Self.now))
            #expect(row.faulty.isEmpty && heartRate.bpm == row.bpm)
        } catch let faults as Faults {
            #expect(faults.all.map(\.field) == row.faulty)
        }
    }

    /// What could not be read is not also missing.
    @Test func anUnreadableFieldIsNamedOnce() throws {
        let unreadable = HeartRateBatch.Item(at: try instant(Self.now), kind: "resting", faults: [Fault("bpm", "expected a number")])
        let now = try instant(Self.now)
        #expect(throws: Faults(Fault("bpm", "expected a number"))) { try HeartRateBatch.check(unreadable, now: now) }
    }

    @Test func whatNobodyWaitsForIsNotChecked() async throws {
        let now = try instant(Self.now)
        let checking = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try HeartRateBatch.checked([HeartRateBatch.Item(at: now, bpm: 60, kind: "resting")], now: now).count
        }
        await #expect(throws: CancellationError.self) { try await checking.value }
    }

    @Test func newKnownAndContradicting() throws {
        let (one, two) = (try heartRate("2026-07-02T10:00:00.001Z", 70), try heartRate("2026-07-02T10:00:00.002Z", 71))
        let other = try heartRate("2026-07-02T10:00:00.001Z", 90)
        let checked: [Result<HeartRate, Faults>] = [.success(one), .success(two), .success(one), .success(other)]
        let fresh = HeartRateBatch.sort(checked, known: [:], counts: [:])
        #expect(fresh[0] == .recorded(one) && fresh[1] == .recorded(two) && fresh[2] == .duplicate(one))
        #expect(fresh[3].heartRate == nil)
        let known = HeartRateBatch.sort(checked, known: [one.milliseconds: 70, two.milliseconds: 99], counts: [:])
        #expect(known[0] == .duplicate(one) && known[1].heartRate == nil)
    }

    @Test func aDayIsBounded() throws {
        let today = try date("2026-07-02")
        let checked: [Result<HeartRate, Faults>] = [
            .success(try heartRate("2026-07-02T10:00:00Z", 70)), .success(try heartRate("2026-07-02T11:00:00Z", 70)),
            .success(try heartRate("2026-07-03T00:00:00Z", 70))
        ]
        let outcomes = HeartRateBatch.sort(checked, known: [:], counts: [today: HeartRateBatch.mostPerDay - 1])
        #expect(outcomes.map { $0.heartRate != nil } == [true, false, true])
    }

    /// A correction takes the place of what it corrects, also in a day that is full.
    @Test func whatIsReplacedLeavesItsPlace() throws {
        let (before, after) = (try heartRate("2026-07-02T10:00:00Z", 70), try heartRate("2026-07-02T10:00:00Z", 71))
        let full = [try date("2026-07-02"): HeartRateBatch.mostPerDay, try date("2026-07-01"): HeartRateBatch.mostPerDay]
        #expect(HeartRateBatch.sort([.success(after)], known: [:], counts: full, replacing: before) == [.recorded(after)])
        let elsewhere = HeartRateBatch.sort([.success(try heartRate("2026-07-01T10:00:00Z", 71))], known: [:], counts: full, replacing: before)
        #expect(elsewhere.compactMap(\.heartRate).isEmpty)
    }
}
