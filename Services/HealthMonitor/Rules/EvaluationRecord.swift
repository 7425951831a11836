import CareModels
import Foundation

/// What a heart rate was found to be when it came.
struct EvaluationRecord: Sendable {
    var id: EvaluationID
    var evaluatedAt: Date
    /// The alert that it raised.
    var alertId: AlertID?
    var contents: EvaluationContents
}

/// What is kept of an evaluation under the person's key.
struct EvaluationContents: Codable, Equatable, Sendable {
    var heartRate: HeartRate
    var boundary: Double?
    var conditions: [AlertRule.Finding]
}

extension EvaluationContents {
    private enum CodingKeys: String, CodingKey { case heartRate, boundary, conditions }

    /// What a later release has asked beside is passed over.
    private struct AnyFinding: Decodable {
        var finding: AlertRule.Finding?

        init(from decoder: any Decoder) throws { finding = try? AlertRule.Finding(from: decoder) }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        heartRate = try members.decode(HeartRate.self, forKey: .heartRate)
        boundary = try members.decodeIfPresent(Double.self, forKey: .boundary)
        conditions = try members.decode([AnyFinding].self, forKey: .conditions).compactMap(\.finding)
    }
}

/// What became of a batch of heart rates.
struct BatchRecord: Sendable {
    var items: [HeartRateBatch.Outcome]
    /// Nil when no item was a heart rate.
    var evaluation: EvaluationRecord?
    var alert: AlertRecord?
}
