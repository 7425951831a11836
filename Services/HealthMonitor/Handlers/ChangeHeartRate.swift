import CareModels
import Foundation
import HTTP

/// `PATCH /health/heart-rates/:id`: corrects one that the caller sent; a merge patch, so that without a value it stays as it is.
struct ChangeHeartRate: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var bpm: Patched<Double> = .absent
    }

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let instant = try request.measuredAt(now: dependencies.moment())
        let expected = try request.ifMatch()
        let body: Body = try request.decode()
        var checks = Checks()
        let bpm = checks.kept(body.bpm, "bpm")
        try checks.done()
        let corrected = try bpm.map { try HeartRateBatch.check(HeartRateBatch.Item(at: instant, bpm: $0, kind: "resting"), now: dependencies.moment()) }
        let correct = CorrectHeartRate(keys: dependencies.keys, now: dependencies.moment, newID: dependencies.newID)
        let stored = try await dependencies.pool.transaction { tx in try await correct(corrected, at: instant, of: person, expectedVersion: expected, tx) }
        return try .json(HeartRateView(stored), version: stored.version)
    }
}

extension Request {
    /// Of the heart rate that the path names: its milliseconds since 1970.
    func measuredAt(now: Date) throws -> Date {
        let text = try parameter("id")
        guard let milliseconds = Int(text), String(milliseconds) == text else { throw Refusal.noSuchHeartRate }
        let instant = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        // None is taken of any other time.
        guard HeartRateBatch.times(now: now).contains(instant) else { throw Refusal.noSuchHeartRate }
        return instant
    }
}
