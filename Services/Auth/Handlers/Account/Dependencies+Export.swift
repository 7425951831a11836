import CareModels
import HTTP

extension Dependencies {
    /// A file with all of it. The audit, which may be long, is read and sent piece by piece.
    func answer(_ export: AccountExport, current: SessionID?) throws -> Response {
        let (id, pool) = (export.user.id, pool)
        let opening = try AccountExportView(export, current: current, at: now()).opening()
        let headers: HTTPHeaders = [
            "Content-Type": "application/json", "Content-Disposition": "attachment; filename=\"careline-account.json\"", "Cache-Control": "no-store"
        ]
        let stream = ResponseStream { write in
            try await write(opening)
            var last = 0
            while true {
                // A connection for one piece only: a slow client must not hold one.
                let lines = try await pool.withConnection { try await $0.auditLines(about: id, after: last, limit: 500) }
                guard let end = lines.last else { break }
                try await write(AccountExportView.piece(of: lines, isFirst: last == 0))
                last = end.id
            }
            try await write(AccountExportView.ending)
        }
        return Response(.ok, headers: headers, stream: stream)
    }
}
