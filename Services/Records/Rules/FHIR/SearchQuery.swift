/// What a FHIR search asks for, wherever it came from: a query, a form, an entry of a batch.
struct SearchQuery: Sendable {
    static let mostIDs = 200
    static let pageSize = 50
    static let mostPerPage = 500
    /// Pages that are counted are skipped over row by row; behind this many a client goes on with the next link.
    static let mostSkipped = 10_000

    /// So often resources are opened for what fits a token's categories, a page of the usual size or more at once, until there is a page of them.
    static let mostLookedThrough = 10

    var criteria = RecordCriteria()
    var isCount = false
    var page = RecordPage(limit: pageSize)
    /// The client counts pages.
    var isByNumber = false
    /// As given, without what says which page.
    var conditions: [(name: String, value: String)] = []
}
