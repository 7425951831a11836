import CareModels
import Foundation
import HTTP

/// `PATCH /health/heart-rates/:id`: corrects one that the caller sent.
struct ChangeHeartRate: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var bpm: Double?
    }

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let instant = try request.measuredAt(now: dependencies.moment())
        let expected = try request.ifMatch()
        let body: Body = try request.decode()
        let item = HeartRateBatch.Item(at: instant, bpm: body.bpm, kind: "resting")
        let heartRate = try HeartRateBatch.check(item, now: dependencies.moment())
        let correct = CorrectHeartRate(keys: dependencies.keys, now: dependencies.moment, newID: dependencies.newID)
        let stored = try await dependencies.pool.transaction { tx in try await correct(heartRate, of: person, expectedVersion: expected, tx) }
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
