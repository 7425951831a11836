import CareModels
import HTTP

/// `GET /ers/:id/audit`: who changed what and when, newest first; also of one that was removed.
struct ListAudit: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.erID()
        let page = try request.page()
        let after: EventID? = try page.id(at: 0)
        let entries = try await dependencies.pool.withConnection { connection in
            guard try await connection.er(id) != nil else { throw Refusal.noSuchER }
            return try await connection.auditLog(of: id, after: after, limit: page.limit + 1)
        }
        return try .json(page.page(entries.map { AuditView($0) }) { [EventID($0.id).description] })
    }
}
