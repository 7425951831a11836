import FHIR
import HTTP

extension Request {
    static let subsetParameters: Set<String> = ["_summary", "_elements"]

    /// What is wanted of a resource that is read by itself, as a search says it (http://hl7.org/fhir/R4/http.html#read); nil: all of it.
    func subset(_ type: String, _ dependencies: Dependencies, _ release: FHIRRelease) throws -> ResourceSubset? {
        let asked = Self.subsetParameters.sorted().compactMap { name in query[name].map { (name: name, value: $0) } }
        if asked.isEmpty { return nil }
        return ResourceSubset(try dependencies.reading(release).query(asked, .type(type)), release)
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
