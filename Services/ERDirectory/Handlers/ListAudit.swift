import CareModels
import HTTP

/// `GET /ers/:id/audit`: who changed what and when, newest first; also of one that was removed.
struct ListAudit: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.erID()
        let page = try request.page()
        let lines = try await dependencies.pool.withConnection { connection in
            guard try await connection.er(id) != nil else { throw Problem.noSuchER }
            return try await connection.auditLog(of: id, page)
        }
        return try .json(page.page(lines) { [EventID($0.id).description] })
    }
}
