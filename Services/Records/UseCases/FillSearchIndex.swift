import CareModels
import FHIR
import JSON
import Postgres
import Sealing

/// Makes what some of a person's resources are found by, of those that have none yet: of the first such person whose records nobody is writing. Whatever an
/// earlier release wrote is among them, so what a consent from then gives comes to count here too.
struct FillSearchIndex: Sendable {
    let keys: PersonKeys
    let base: String

    static let most = 100

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        guard let owner = try await tx.lockUnindexed() else { return false }
        let key = try await keys.forWriting(owner, alone: true, tx)
        for record in try await tx.unindexed(of: owner, most: Self.most) {
            try Task.checkCancellation()
            guard let release = FHIRRelease(record.format), let version = try await tx.bodies([(record.id, record.version)], of: owner, key).first,
                let body = version.body
            else { continue }
            let values = try ResourceSearchValues(body, version.annotations, release, base: base + release.path)
            let search = try key.sealSearch(SearchIndex(id: version.head.id, values.all), of: record.id, version: version.version, terms: values.terms)
            try await tx.fill(record.id, search)
            if record.type == "Consent" { try await keep(body, release, of: version, key, tx) }
        }
        return true
    }

    /// One that gives too much to be compiled gives nothing until it is written again.
    private func keep(_ body: [UInt8], _ release: FHIRRelease, of version: RecordVersion, _ key: PersonKey, _ tx: Transaction) async throws {
        guard let reading = try? ConsentReading(JSONDocument(body, limits: .resource).root, release) else { return }
        try await tx.keep(reading.given, of: version.record.id, version: version.version, key)
    }
}
