import CareModels

/// Whose FHIR resources a request is about, and what it may do with them. Every handler of FHIR's routes begins with it.
struct RecordAccess: Sendable {
    let owner: UserID
    let permissions: RecordPermissions
    var standing = AccessStanding.owner

    /// What tells requests apart that have the same key, path and body: an answer that was kept for one record, or for more of it, is none for another.
    var mark: String? {
        guard !standing.isInPlaceOfOwner else { return permissions.mark }
        return "\(owner) " + (permissions.mark ?? "")
    }

    /// What an `Idempotency-Key` stands for: what was sent, by whom for whom.
    func marked(_ content: [UInt8]) -> [UInt8] { mark.map { content + Array($0.utf8) } ?? content }
}
