import CareModels
import Foundation

/// An evaluation as its patient sees it: what was judged, and every condition with what it found.
struct EvaluationView: Encodable, Sendable {
    struct Condition: Encodable, Sendable {
        var condition: AlertRule.Condition
        var passed: Bool
        var text: String
        var values: AlertRule.Values?

        init(_ finding: AlertRule.Finding, in language: Language) {
            condition = finding.condition
            passed = finding.passed
            text = finding.explanation(in: language)
            values = finding.values
        }
    }

    var id: EvaluationID
    var evaluatedAt: Date
    var heartRate: HeartRate
    var boundary: Double?
    var raised: Bool
    var alertId: AlertID?
    var conditions: [Condition]

    init(_ record: EvaluationRecord, in language: Language) {
        id = record.id
        evaluatedAt = record.evaluatedAt
        heartRate = record.contents.heartRate
        boundary = record.contents.boundary
        raised = record.alertId != nil
        alertId = record.alertId
        conditions = record.contents.conditions.map { Condition($0, in: language) }
    }
}
