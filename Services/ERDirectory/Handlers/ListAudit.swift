import CareModels
import HTTP

/// `GET /ers/:id/audit`: who changed what and when, newest first; also of one that was removed. A page ends
/// before its limit where its lines are long.
struct ListAudit: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.erID()
        let page = try request.page()
        let after: EventID? = try page.id(at: 0)
        let log = try await dependencies.pool.reading(request) { connection in
            guard try await connection.er(id) != nil else { throw Refusal.noSuchER }
            return try await connection.auditLog(of: id, after: after, limit: page.limit)
        }
        let next = log.goesOn ? log.entries.last.flatMap { page.cursor([EventID($0.id).description]) } : nil
        return try .json(Page(items: log.entries.map { AuditView($0) }, nextCursor: next))
    }
}
