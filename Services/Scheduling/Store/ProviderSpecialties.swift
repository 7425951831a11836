import CareModels
import Postgres

/// The table by which providers of a specialty are found: a row for each of theirs, as `s`. A trigger makes it of `people`, and nothing else writes it.
enum ProviderSpecialties {
    /// In the order of its primary key, within one specialty.
    static let place: SQL = "s.folded_name, s.provider_id"

    static func of(_ specialty: String) -> SQL { "s.folded_specialty = \(Specialty.key(specialty))::text" }
}
