import CareModels
import Foundation
import Postgres

extension Transaction {
    /// The next users by id, locked, as others may know them.
    func userSnapshots(after id: UUID, _ most: Int) async throws -> [UserSnapshot] {
        let rows = try await query("SELECT * FROM users WHERE id > \(id) ORDER BY id LIMIT \(most) FOR NO KEY UPDATE")
        return try rows.map { try UserRecord($0).snapshot }
    }
}
