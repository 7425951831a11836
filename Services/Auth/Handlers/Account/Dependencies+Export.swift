import CareModels
import HTTP
import JSON

extension Dependencies {
    /// A file with all of it. The audit, which may be long, is read and sent piece by piece.
    func answer(_ export: AccountExport, current: SessionID?) throws -> Response {
        let (id, pool) = (export.user.id, pool)
        let head = try CareJSON.encode(AccountExportView(export, current: current, at: now()))
        let headers: HTTPHeaders = [
            "Content-Type": "application/json", "Content-Disposition": "attachment; filename=\"careline-account.json\"", "Cache-Control": "no-store"
        ]
        let stream = ResponseStream { write in
            // The object goes on behind its last member.
            try await write(Array(head.dropLast()) + Array(",\"audit\":[".utf8))
            var last = 0
            while true {
                // A connection for one piece only: a slow client must not hold one.
                let lines = try await pool.withConnection { try await $0.auditLines(about: id, after: last, limit: 500) }
                guard let end = lines.last else { break }
                let texts = try lines.map { String(decoding: try CareJSON.encode(AccountExportView.Line($0)), as: UTF8.self) }
                try await write(Array(((last == 0 ? "" : ",") + texts.joined(separator: ",")).utf8))
                last = end.id
            }
            try await write(Array("]}".utf8))
        }
        return Response(.ok, headers: headers, stream: stream)
    }
}
