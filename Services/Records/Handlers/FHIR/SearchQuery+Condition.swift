import CareModels
import FHIR
import HTTP

extension SearchQuery {
    /// Of a query's text, as it stands behind a question mark.
    static func reading(_ query: String) throws(UnreadableSearch) -> SearchQuery {
        do {
            return try SearchQuery(try QueryParameters.list(query.utf8))
        } catch {
            throw UnreadableSearch(cause: error)
        }
    }

    /// What says how a search is answered, and nothing of what is searched for.
    private static let controls: Set<String> = [
        "_contained", "_containedType", "_elements", "_include", "_includeDeleted", "_revinclude", "_score", "_sort", "_summary", "_total"
    ]

    /// The condition of a write. Without any it would be for whatever there is.
    static func condition(_ type: String, _ query: String) throws -> SearchQuery {
        let search = try reading(query)
        guard !search.isCount, search.conditions.contains(where: { !controls.contains($0.name) }) else {
            throw ResourceFault(.required, "The write has no condition: name a search parameter, such as identifier=….")
        }
        return search
    }
}

extension Request {
    /// The search of `If-None-Exist`; nil without it.
    func ifNoneExist() throws -> String? {
        let values = headers["If-None-Exist"]
        guard let value = values.first else { return nil }
        guard values.count == 1 else { throw Problem.invalid([Fault("If-None-Exist", "is given more than once; give it once")]) }
        return value
    }

    /// The resource that the query finds.
    func target(_ type: String, _ access: RecordAccess) throws -> RecordTarget {
        .found(try SearchQuery.condition(type, queryString), within: try access.permissions.reach(.search, type))
    }
}
