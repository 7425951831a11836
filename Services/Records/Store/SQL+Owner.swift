import CareModels
import Foundation
import Postgres

extension SQL {
    /// The owner, for a list that has an order and a limit: the planner is not told who it is. Of somebody with very many rows it would conclude that theirs are soon met by going
    /// through everybody's in that order, and where all of theirs are from years ago it goes through all that came since.
    static func unnamed(_ owner: UserID) -> SQL { "(SELECT \(owner)::uuid)" }

    /// The same of some: `owner_id = \(SQL.unnamed(anyOf: owners))`.
    static func unnamed(anyOf owners: [UserID]) -> SQL { "ANY((SELECT \(owners.map(\.uuid))::uuid[])::uuid[])" }
}
