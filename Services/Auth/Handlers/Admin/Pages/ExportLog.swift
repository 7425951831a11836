import CareModels
import HTTP
import JSON

/// `GET /admin/log/export?person=&app=&from=&to=`: what that page shows, as a file: a JSON object a line, as `auth-service export-audit` writes it, the earliest first.
struct ExportLog: Sendable {
    /// Rows of a file; who needs more asks day by day, or uses the command.
    static let most = 100_000
    private static let batch = 1000

    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let pages = AdminPages(dependencies: dependencies)
        return try await ShowLog.asked(pages, request) { visitor, typed in
            let filter = try ShowLog.filter(typed)
            try await dependencies.note(.auditRead, of: filter.user, from: pages.origin(visitor, request))
            let headers: HTTPHeaders = [
                "Content-Type": "application/x-ndjson", "Content-Disposition": "attachment; filename=\"careline-audit.ndjson\"", "Cache-Control": "no-store"
            ]
            return Response(.ok, headers: headers, stream: rows(filter))
        }
    }

    private func rows(_ filter: AuditFilter) -> ResponseStream {
        let pool = dependencies.pool
        return ResponseStream { write in
            _ = try await ExportAuditCommand.export(filter, after: 0, limit: Self.most, batch: Self.batch, pool: pool) { try await write([UInt8]($0)) }
        }
    }
}
