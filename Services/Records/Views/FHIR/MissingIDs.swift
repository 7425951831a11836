import CareModels
import JSON

/// Which of the ids that a search named are not there, or not for the caller to know: an entry of a Bundle with an OperationOutcome, an issue an id.
enum MissingIDs {
    /// None while there are more pages, which may have them, nor where nobody's record was named.
    static func of(_ found: FoundResources) -> [String] {
        let query = found.query
        guard let ids = query.criteria.ids, !query.isCount, !query.isAcrossPersons, query.place == nil, query.page.after == nil, found.next == nil else { return [] }
        let there = Set(found.page.map(\.id))
        var seen: Set<String> = []
        return ids.filter { !there.contains($0) && seen.insert($0).inserted }
    }

    static func write(_ ids: [String], in language: Language, _ json: inout JSONWriter) {
        let text: Text = "There is no such resource."
        let said = text.string(in: language)
        json.object("resource") {
            $0.member("resourceType", "OperationOutcome")
            $0.list("issue", ids) { id, json in
                json.object {
                    $0.member("severity", "warning")
                    $0.member("code", "not-found")
                    $0.object("details") { $0.member("text", id) }
                    $0.member("diagnostics", said)
                }
            }
        }
        json.object("search") { $0.member("mode", "outcome") }
    }
}
