import CareModels
import HTTP
import Outbox

/// `POST /health/alerts/:id/answer`: whether the medication was taken. The same answer again changes nothing, so that a retry is
/// safe; another one is refused.
struct AnswerAlert: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var taken: String?
        var remindInHours: Int?
    }

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let id: AlertID = try request.id("id")
        let answer = try answer(request.decode(Body.self))
        let take = TakeAnswer(keys: dependencies.keys, now: dependencies.moment, newID: dependencies.newID)
        return try await dependencies.pool.idempotent(request) { tx in
            let view = AlertView(try await take(answer, to: id, of: person, tx), in: request.language)
            return try .json(view).written(in: request.language, version: view.version)
        }
    }

    private func answer(_ body: Body) throws -> AlertAnswer {
        var checks = Checks()
        let taken = body.taken.flatMap(AlertAnswer.Taken.init)
        checks.check(taken != nil, "taken", body.taken == nil ? "is required" : "must be yes or no")
        let range = AlertAnswer.reminderHours
        if let hours = body.remindInHours {
            checks.check(range.contains(hours), "remindInHours", "must be a whole number from \(range.lowerBound) to \(limit: range.upperBound)")
            checks.check(taken != .yes, "remindInHours", "is only for an answer no")
        }
        return AlertAnswer(taken: try checks.done(taken), remindInHours: body.remindInHours)
    }
}
