import FHIR
import HTTP

extension Request {
    static let subsetParameters: Set<String> = ["_summary", "_elements"]

    /// What is wanted of a resource that is read by itself, or of those of a history, as a search says it (http://hl7.org/fhir/R4/http.html#read); nil: all of it.
    /// - Parameter type: nil for all of them.
    func subset(_ type: String?, _ dependencies: Dependencies, _ release: FHIRRelease) throws -> ResourceSubset? {
        let asked = Self.subsetParameters.sorted().compactMap { name in query[name].map { (name: name, value: $0) } }
        if asked.isEmpty { return nil }
        return ResourceSubset(try dependencies.reading(release).query(asked, type.map { .type($0) } ?? .all), release)
    }

    /// The same, as a link has it behind others.
    var subsetInLinks: String { Self.subsetParameters.sorted().compactMap { name in query[name].map { "&\(name)=\(SearchsetView.escaped($0))" } }.joined() }
}

extension VersionPage {
    /// What is wanted of each, for which they are read.
    func cut(by subset: ResourceSubset?, within budget: Budget) throws -> VersionPage {
        guard let subset else { return self }
        try budget.hold(toRead: versions.compactMap(\.body))
        var page = self
        for index in versions.indices {
            try Task.checkCancellation()
            guard let body = versions[index].body else { continue }
            page.versions[index].body = subset.cut(body, versions[index].record.type)
        }
        return page
    }
}

extension ReadableResource {
    /// What is wanted of it, for which it is read.
    func cut(by subset: ResourceSubset?, within budget: Budget) throws -> ReadableResource {
        guard let subset, let body = version.body else { return self }
        try budget.hold(toRead: [body])
        var part = self
        part.version.body = subset.cut(body, version.record.type)
        return part
    }
}
