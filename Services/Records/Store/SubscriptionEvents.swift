import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

/// A change that a subscription told of.
struct KeptChange: Sendable {
    /// Of one subscription, the latest.
    static let most = 10_000

    var number: Int
    var at: Date
    var change: ToldChange

    static func place(_ subscription: RecordID, _ number: Int) -> String { "subscription_events focus \(subscription) \(number)" }
}

extension PostgresRunner {
    /// By their numbers.
    func changes(toldBy subscription: RecordID, _ numbers: ClosedRange<Int>, limit: Int, _ key: PersonKey) async throws -> [KeptChange] {
        try await query(
            """
            SELECT number, at, focus FROM subscription_events
            WHERE record_id = \(subscription) AND number >= \(numbers.lowerBound) AND number <= \(numbers.upperBound) ORDER BY number LIMIT \(limit)
            """
        ).map { row in
            let number: Int = try row["number"]
            return KeptChange(number: number, at: try row["at"], change: try key.open(json: try row["focus"], at: KeptChange.place(subscription, number)))
        }
    }
}

extension Transaction {
    /// What a resource of FHIR is found by; nil where it is too much to be kept, or was not made yet.
    func searchIndex(of record: RecordID, version: Int, _ key: PersonKey) async throws -> SearchIndex? {
        let sealed: [UInt8]? = try await first("SELECT search FROM records WHERE record_id = \(record)")?["search"]
        return try sealed.flatMap { try key.openSearch($0, of: record, version: version) }
    }

    /// A batch of those from before; true when there may be more.
    func forgetChanges(before instant: Date, batch: Int = 1000) async throws -> Bool {
        let gone = try await deleteBatch(from: "subscription_events", where: "at < \(instant)", most: batch)
        return gone == batch
    }
}
