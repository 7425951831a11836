import HTTP
import Postgres

extension PostgresPool {
    /// `withConnection` for a handler that only reads. Where the table of contents says that a standby may answer the request (`Route.fromStandby`) and the operator has
    /// named any, one that has all that was acknowledged before does; `body` may then run twice.
    package func reading<R: Sendable>(_ request: Request, _ body: (PostgresConnection) async throws -> R) async throws -> R {
        request.isForStandby ? try await withStandby(body) : try await withConnection(body)
    }
}
