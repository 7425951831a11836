import CareModels
import Postgres

/// The table in which a service keeps what it has to know of people, from `care.users.v1`. Who was erased keeps an empty row with `erased_at`, so that no event
/// that comes late brings them back.
package struct PeopleTable: Sendable {
    /// What is kept of a person.
    package struct Column: Sendable {
        let name: SQL
        let value: @Sendable (PublicProfile) -> SQL
        /// What it becomes where something was known before.
        let next: @Sendable (PublicProfile) -> SQL
        /// What an erasure leaves of it; nil: whatever it is.
        let erased: SQL?

        private init(
            _ name: SQL, erased: SQL?, value: @escaping @Sendable (PublicProfile) -> SQL, next: @escaping @Sendable (PublicProfile) -> SQL
        ) {
            (self.name, self.value, self.next, self.erased) = (name, value, next, erased)
        }

        /// What the last event says, and nothing once they are erased.
        package init(_ name: SQL, erased: SQL = "NULL", _ value: @escaping @Sendable (PublicProfile) -> SQL) {
            self.init(name, erased: erased, value: value, next: { _ in "excluded.\(name)" })
        }

        /// Where an event says nothing of it, what was known holds.
        package static func isVerified(erased: SQL? = nil) -> Column {
            Column(
                "is_verified", erased: erased, value: { "coalesce(\($0.isVerified)::boolean, true)" },
                next: { "coalesce(\($0.isVerified)::boolean, kept.is_verified)" })
        }
    }

    let name: SQL
    let id: SQL
    let version: SQL
    /// Those with the version, `version` the first.
    let versions: [SQL]
    let columns: [Column]
    let alsoErased: [SQL]

    /// - Parameters:
    ///   - version: of the last event; 0: seen elsewhere before one came.
    ///   - following: columns that have the same version, of what is made of the others.
    ///   - alsoErased: what else is in the row, of which no event says anything.
    package init(
        _ name: SQL, id: SQL = "user_id", version: SQL = "version", following: [SQL] = [], alsoErased: [SQL] = [], _ columns: [Column]
    ) {
        self.name = name
        self.id = id
        self.version = version
        versions = [version] + following
        self.columns = columns
        self.alsoErased = alsoErased
    }
}
