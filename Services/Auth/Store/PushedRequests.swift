import Foundation
import Postgres

extension PostgresRunner {
    /// One of this client that has not expired.
    func pushedRequest(handleHash: [UInt8], client: String, now: Date) async throws -> PushedRequest? {
        let row = try await first(
            "SELECT * FROM pushed_requests WHERE handle_hash = \(handleHash) AND client_id = \(client) AND expires_at > \(now)")
        return try row.map {
            PushedRequest(handleHash: handleHash, clientID: try $0["client_id"], query: try $0["request"], pushedAt: try $0["pushed_at"])
        }
    }
}

extension Transaction {
    func insert(_ request: PushedRequest) async throws {
        try await execute(
            """
            INSERT INTO pushed_requests (handle_hash, client_id, request, pushed_at, expires_at)
            VALUES (\(request.handleHash), \(request.clientID), \(request.query), \(request.pushedAt),
                    \(request.pushedAt.addingTimeInterval(PushedRequest.lifetime)))
            """)
    }

    /// False when another was quicker: a code is given for each once.
    func takePushedRequest(handleHash: [UInt8]) async throws -> Bool {
        try await execute("DELETE FROM pushed_requests WHERE handle_hash = \(handleHash)") == 1
    }

    func purgePushedRequests(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "pushed_requests", where: "expires_at < \(instant)", by: "expires_at", most: limit)
    }
}
