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

/// What became of a batch of heart rates.
struct BatchRecord: Sendable {
    var items: [HeartRateBatch.Outcome]
    /// Nil when no item was a heart rate.
    var evaluation: EvaluationRecord?
    var alert: AlertRecord?
}
