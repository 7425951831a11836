import CareModels
import Foundation
import Postgres

/// Statements that select emergency rooms as rows of `ERRecord.columns`; none gives a removed one.
enum ERSelection {
    static func one(_ id: ERID) -> SQL { "SELECT \(unescaped: ERRecord.columns) FROM ers WHERE id = \(id) AND removed_at IS NULL" }

    /// By id.
    static func onMap(_ box: BoundingBox?, after: ERID?, limit: Int) -> SQL {
        var conditions: [SQL] = ["removed_at IS NULL"]
        if let box { conditions.append(inside(box)) }
        if let after { conditions.append("id > \(after)") }
        return "SELECT \(unescaped: ERRecord.columns) FROM ers WHERE \(SQL.join(conditions, separator: " AND ")) ORDER BY id LIMIT \(limit)"
    }

    /// A box over the antimeridian is two: from its west to 180°, and from -180° to its east.
    private static func inside(_ box: BoundingBox) -> SQL {
        func rectangle(_ west: Double, _ east: Double) -> SQL {
            "point(longitude, latitude) <@ box(point(\(west), \(box.south)), point(\(east), \(box.north)))"
        }
        guard box.crossesAntimeridian else { return rectangle(box.west, box.east) }
        return "(\(rectangle(box.west, 180)) OR \(rectangle(-180, box.east)))"
    }

    /// The nearest, nearest first, whatever their hours.
    static func nearest(to position: Position, limit: Int) -> SQL {
        "SELECT \(unescaped: ERRecord.columns) FROM ers WHERE removed_at IS NULL ORDER BY surface <-> cube(\(position.point)) LIMIT \(limit)"
    }

    /// Those that may be open now, at most `limit`, the nearest of them, and not farther than `kilometres`. May: the hours of their own zone decide.
    static func possiblyOpen(near position: Position, within kilometres: Double, now: Date, limit: Int) -> SQL {
        let point = position.point
        let reach = Position.chord(ofKilometres: kilometres)
        let minute = WeeklyReach.minute(of: now.epochSeconds)
        // Of one emergency room two dates may reach into now. OFFSET 0: each is looked up by its id, however many the planner expects.
        return """
            SELECT \(unescaped: ERRecord.columns) FROM (
                SELECT er_id FROM (
                    (SELECT er_id, surface <-> cube(\(point)) AS chord FROM schedules
                    WHERE opens_at IS NOT NULL AND tstzrange(opens_at, closes_at) @> \(now)::timestamptz
                        AND surface <@ cube_enlarge(cube(\(point)), \(reach), 3)
                    ORDER BY surface <-> cube(\(point)) LIMIT \(2 * limit))
                    UNION ALL
                    (SELECT er_id, surface <-> cube(\(point)) AS chord FROM weekly_reach
                    WHERE minutes @> \(minute)::int AND surface <@ cube_enlarge(cube(\(point)), \(reach), 3)
                    ORDER BY surface <-> cube(\(point)) LIMIT \(limit))
                ) AS hours
                WHERE chord <= \(reach) GROUP BY er_id ORDER BY min(chord) LIMIT \(limit)
            ) AS open CROSS JOIN LATERAL (SELECT * FROM ers WHERE id = er_id AND removed_at IS NULL OFFSET 0) AS ers
            """
    }
}
