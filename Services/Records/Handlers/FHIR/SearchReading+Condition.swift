import CareModels
import FHIR
import HTTP

extension SearchReading {
    /// Of a query's text, as it stands behind a question mark.
    func query(_ text: String, of type: String) throws(UnreadableSearch) -> SearchQuery {
        do {
            return try query(try QueryParameters.list(text.utf8), .type(type))
        } catch {
            throw UnreadableSearch(cause: error)
        }
    }

    /// What says how a search is answered, and nothing of what is searched for.
    private static let controls: Set<String> = [
        "_contained", "_containedType", "_elements", "_include", "_includeDeleted", "_revinclude", "_score", "_sort", "_summary", "_total"
    ]

    /// The condition of a write. Without any it would be for whatever there is.
    func condition(_ text: String, of type: String) throws -> SearchQuery {
        var reading = self
        reading.refusesEmpty = true
        let search = try reading.query(text, of: type)
        let asks = search.given.contains { name, _ in !Self.controls.contains(String(name.prefix { $0 != ":" })) }
        guard !search.isCount, asks else {
            throw ResourceFault(.required, "The write has no condition: name a search parameter, such as identifier=….")
        }
        return search
    }
}

extension Dependencies {
    /// Before the transaction of a write that hangs on this search.
    func prepare(_ find: FindResources, for query: SearchQuery, of owner: UserID) async throws {
        if !query.isPlain { try await find.prepare(owner, pool, keys) }
    }

    func reading(_ release: FHIRRelease, isLenient: Bool = false) -> SearchReading {
        SearchReading(release: release, base: urls(release).base, now: moment(), isLenient: isLenient)
    }
}

extension Request {
    /// The search of `If-None-Exist`, which is of this type; nil without it.
    func ifNoneExist(of type: String) throws -> String? {
        let values = headers["If-None-Exist"]
        guard let value = values.first else { return nil }
        guard values.count == 1 else { throw Problem.invalid(Fault("If-None-Exist", "is given more than once; give it once")) }
        return SentCondition.query(value, of: type)
    }

    /// The resource that the query finds.
    func target(_ type: String, _ access: RecordAccess, _ dependencies: Dependencies, _ release: FHIRRelease) throws -> RecordTarget {
        _ = try access.permissions.reach(.search, type)
        return .found(try dependencies.reading(release).condition(queryString, of: type), by: dependencies.find(release, access.permissions))
    }
}
