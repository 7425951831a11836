import CareModels

/// Whose FHIR resources a request is about, and what it may do with them. Every handler of FHIR's routes begins with it.
struct RecordAccess: Sendable {
    let owner: UserID
    let permissions: RecordPermissions
}
