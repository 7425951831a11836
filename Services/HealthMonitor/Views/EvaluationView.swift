import CareModels
import Foundation

/// An evaluation as its patient sees it: what was judged, and every condition with what it found.
struct EvaluationView: Encodable, Sendable {
    var id: EvaluationID
    var evaluatedAt: Date
    var heartRate: HeartRate
    var boundary: Double?
    var raised: Bool
    var alertId: AlertID?
    var conditions: [AlertRule.Finding]

    init(_ record: EvaluationRecord) {
        id = record.id
        evaluatedAt = record.evaluatedAt
        heartRate = record.contents.heartRate
        boundary = record.contents.boundary
        raised = record.alertId != nil
        alertId = record.alertId
        conditions = record.contents.conditions
    }
}
