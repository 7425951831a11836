import CareModels
import Foundation

/// An evaluation as its patient sees it: what was judged, and every condition with what it found.
struct EvaluationView: Encodable, Sendable {
    struct Condition: Encodable, Sendable {
        var condition: AlertRule.Condition
        var passed: Bool
        var text: String
        var values: AlertRule.Values?
    }

    var id: EvaluationID
    var evaluatedAt: Date
    var heartRate: HeartRate
    var boundary: Double?
    var raised: Bool
    var alertId: AlertID?
    var conditions: [Condition]

    init(_ record: EvaluationRecord) {
        id = record.id
        evaluatedAt = record.evaluatedAt
        heartRate = record.contents.heartRate
        boundary = record.contents.boundary
        raised = record.alertId != nil
        alertId = record.alertId
        conditions = record.contents.conditions.map {
            Condition(condition: $0.condition, passed: $0.passed, text: $0.explanation, values: $0.values)
        }
    }
}
