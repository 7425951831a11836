import CareModels
import FHIR
import Postgres

/// Works through a bundle of FHIR: of a batch each entry by itself, of a transaction all or none.
///
/// Both are one transaction of the database, so that an `Idempotency-Key` covers them whole. The entries of a batch cannot spoil each other: what is
/// wrong with one is found before a statement fails.
struct ProcessBundle: Sendable {
    let writing: Writing
    let release: FHIRRelease
    /// What the caller may do, entry by entry.
    let permissions: RecordPermissions
    /// Of the whole bundle: for what it writes and does not give annotations of its own.
    var annotations: Annotations?
    /// Of the whole bundle: pictures in it stay as they are.
    var keepsMetadata = false
    /// The search of a write that depends on one.
    let condition: @Sendable (_ type: String, _ query: String) throws -> SearchQuery
    /// What an entry searches for, from its query: read when it is its turn, since there may be thousands.
    let reading: @Sendable (_ type: String, _ query: String) throws(UnreadableSearch) -> SearchQuery
    let find: FindResources
    /// Shows a list at once: its bytes are what counts against the bundle's limit, and all that is kept of it.
    let showing: @Sendable (FoundResources) -> [UInt8]

    /// What becomes of each entry.
    func callAsFunction(_ bundle: BatchBundle, of owner: UserID, _ tx: Transaction) async throws -> [EntryOutcome] {
        try await writing(of: owner, tx) { writer in
            var run = BundleRun(self, bundle, writer)
            return try await run.all(tx)
        }
    }
}
