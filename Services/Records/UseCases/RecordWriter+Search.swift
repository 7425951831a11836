import CareModels
import FHIR
import JSON
import Sealing

extension RecordWriter {
    /// What a resource is found by, sealed; nil for what is none. `chosen` is the id that the client gave it, `words` are the record's annotations.
    func search(
        _ content: RecordContent, _ body: [UInt8], as chosen: String?, _ words: [String], of record: RecordID, version: Int, in place: RecordPlace
    ) throws -> SealedSearch? {
        guard let release = FHIRRelease(place.format), case .resource(let draft, let references) = content.body else { return nil }
        // What a transaction's resources call each other has become an address by then.
        let resource = references.isEmpty ? draft.value : try JSONDocument(body, limits: .resource).root
        let values = ResourceSearchValues(resource, words, release, base: base + release.path)
        return try key.sealSearch(SearchIndex(id: chosen, values.all), of: record, version: version, terms: values.terms)
    }
}
