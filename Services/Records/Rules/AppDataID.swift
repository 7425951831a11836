import CareModels

/// What app data is addressed by: a UUID of ours, or what a client chose, of the same letters as FHIR's ids.
enum AppDataID {
    /// What stands in addresses for something else.
    private static let taken: Set<String> = ["batch", "count"]

    /// As it is looked for; nil for what is none. A UUID in whatever case is the one.
    static func spelled(_ text: String) -> String? {
        if let id = RecordID(text) { return id.description }
        return ResourceID.isValid(text) && !taken.contains(text) ? text : nil
    }
}
