import CareModels

/// Whose FHIR resources a request is about, and what it may do with them. Every handler of FHIR's routes begins with it.
struct RecordAccess: Sendable {
    let owner: UserID
    let permissions: RecordPermissions
    var standing = AccessStanding.owner
    /// How often the person's consents had been changed when it was decided, where it hangs on them.
    var changes: Int?

    /// What tells requests apart that have the same key, path and body: an answer that was kept for one record, or for more of it, is none for another. Nor is one
    /// from before the person changed what they give: it may hold what is no longer given.
    var mark: String? {
        guard !standing.isInPlaceOfOwner else { return permissions.mark }
        return "\(owner) \(changes.map { "\($0) " } ?? "")" + (permissions.mark ?? "")
    }

    /// What an `Idempotency-Key` stands for: what was sent, by whom for whom.
    func marked(_ content: [UInt8]) -> [UInt8] { mark.map { content + Array($0.utf8) } ?? content }
}
