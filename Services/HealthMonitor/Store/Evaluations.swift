import CareModels
import Foundation
import Postgres
import Sealing

extension EvaluationRecord {
    fileprivate init(_ row: Row, _ key: PersonKey) throws {
        id = try row["id"]
        evaluatedAt = try row["evaluated_at"]
        alertId = try row["alert_id"]
        contents = try key.open(json: try row["sealed"], at: Self.place(id))
    }

    fileprivate static func place(_ id: EvaluationID) -> String { "evaluations \(id)" }
}

extension PostgresRunner {
    /// Newest first.
    func evaluations(of monitor: Monitor, after: TimeCursor<Evaluation>?, limit: Int) async throws -> [EvaluationRecord] {
        var conditions: [SQL] = ["person_id = \(monitor.personId)"]
        if let after { conditions.append("(evaluated_at, id) < (\(after.instant), \(after.id))") }
        let rows = try await query(
            """
            SELECT id, evaluated_at, alert_id, sealed FROM evaluations WHERE \(SQL.join(conditions, separator: " AND "))
            ORDER BY evaluated_at DESC, id DESC LIMIT \(limit)
            """)
        return try rows.map { try EvaluationRecord($0, monitor.key) }
    }
}

extension Transaction {
    func insert(_ evaluation: EvaluationRecord, of monitor: Monitor) async throws {
        try await execute(
            """
            INSERT INTO evaluations (person_id, evaluated_at, id, alert_id, sealed)
            VALUES (\(monitor.personId), \(evaluation.evaluatedAt), \(evaluation.id), \(evaluation.alertId)::uuid,
                    \(try monitor.key.seal(json: evaluation.contents, at: EvaluationRecord.place(evaluation.id))))
            """)
    }

    /// Removes the oldest, at most `limit`; true when there may be more. Those that an erasure has in its hands are left to it, so
    /// that the two never wait for each other.
    func forgetEvaluations(before cutoff: Date, limit: Int) async throws -> Bool {
        let removed = try await deleteBatch(from: "evaluations", where: "evaluated_at < \(cutoff)", by: "evaluated_at", most: limit)
        return removed == limit
    }
}
