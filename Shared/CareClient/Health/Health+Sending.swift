import CareModels
import Foundation

extension Health {
    static let collections = "health/"
    static let lane = "health/all"
    private static let path = "/health/heart-rates"

    static func answering(_ alert: AlertID) -> String { "/health/alerts/\(alert)/answer" }

    static func recording(_ heartRates: [HeartRate]) throws -> Call {
        try .post(path, ["items": heartRates.map { NewHeartRate(at: $0.at, bpm: $0.bpm, kind: "resting") }])
    }

    /// As they were given.
    static func heartRates(in body: Data) throws -> [HeartRate] { try Wire.decode(Batch.self, from: body).items }

    /// What was sent changes the summary and the alerts. Of heart rates some may be refused while the others are kept.
    static func sending(_ watchers: Watchers) -> Outbox.Kind {
        Outbox.Kind(
            settle: { item, reply in
                let rest = try item.call.path == path ? rest(of: item, reply) : answered(item, reply)
                await watchers.tell(.outdated, about: collections)
                return rest
            })
    }

    private static func answered(_ item: OutboxItem, _ reply: HTTPReply) throws -> Outbox.Rest? {
        let alert = try Wire.decode(Alert.self, from: reply.body)
        guard item.call.path == answering(alert.id) else { throw CareError.unreadable(item.call.path) }
        return nil
    }

    private static func rest(of item: OutboxItem, _ reply: HTTPReply) throws -> Outbox.Rest? {
        let refused = try refused(item, reply)
        if refused.isEmpty { return nil }
        var rest = item
        // Under another key: by the one that it was sent under the server says the same again.
        rest.call = try recording(refused.map(\.heartRate))
        var problem = Problem(name: "validation", status: 400, title: "Not all heart rates were taken")
        problem.fields = refused.enumerated().flatMap { index, each in
            each.fields.map { Problem.Field(field: $0.field == "item" ? "items[\(index)]" : "items[\(index)].\($0.field)", message: $0.message) }
        }
        return Outbox.Rest(item: rest, why: problem)
    }

    /// Those that the server did not take, and what is wrong with each. Throws where it is no answer to these.
    private static func refused(_ item: OutboxItem, _ reply: HTTPReply) throws -> [(heartRate: HeartRate, fields: [Problem.Field])] {
        let sent = try heartRates(in: item.call.body ?? Data())
        let outcomes = try Wire.decode(BatchAnswer.self, from: reply.body).items
        guard outcomes.map(\.index) == Array(sent.indices) else { throw CareError.unreadable(item.call.path) }
        return zip(sent, outcomes).compactMap { heartRate, each in each.outcome == "refused" ? (heartRate: heartRate, fields: each.fields ?? []) : nil }
    }

    private struct Batch: Decodable { var items: [HeartRate] }

    private struct NewHeartRate: Encodable {
        var at: Date
        var bpm: Double
        var kind: String
    }

    /// What became of each, in order.
    private struct BatchAnswer: Decodable {
        struct Item: Decodable {
            var index: Int
            /// `recorded`, `duplicate` or `refused`.
            var outcome: String
            var fields: [Problem.Field]?
        }

        var items: [Item]
    }
}
