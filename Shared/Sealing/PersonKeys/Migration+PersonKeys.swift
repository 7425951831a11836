import Postgres

extension Migration {
    /// The table of the persons' keys, in the kit's numbering.
    package static let personKeys = [Migration("care_v005_person_keys", PackageResources.care_v005_person_keys_sql)]
}
