import CareModels
import FHIR
import JSON
import Postgres
import Sealing

/// Makes what some of a person's resources are found by, of those that have none yet: of the next such person whose records nobody is writing. Whatever an
/// earlier release wrote is among them, so what a consent from then gives comes to count here too. What cannot be opened keeps nobody else's waiting.
struct FillSearchIndex: Sendable {
    let keys: PersonKeys
    let base: String

    static let most = 100

    /// Where a round through all persons goes on.
    struct Place: Sendable { var behind: UserID? }

    /// Nil at the end of the round.
    func callAsFunction(from place: Place = Place(), _ tx: Transaction) async throws -> Place? {
        guard let owner = try await tx.lockUnindexed(behind: place.behind) else { return nil }
        var filled = 0
        do {
            let key = try await keys.forWriting(owner, alone: true, tx)
            for record in try await tx.unindexed(of: owner, most: Self.most) {
                try Task.checkCancellation()
                if try await fill(record, key, tx) { filled += 1 }
            }
        } catch  where error is MasterKeyMissing || error is CannotOpen {
            // What was made before it stays; the next round tries again.
        }
        return filled == Self.most ? place : Place(behind: owner)
    }

    private func fill(_ record: StoredRecord, _ key: PersonKey, _ tx: Transaction) async throws -> Bool {
        guard let release = FHIRRelease(record.format), let version = try await tx.bodies([(record.id, record.version)], of: key.person, key).first,
            let body = version.body, let values = try? ResourceSearchValues(body, version.annotations, release, base: base + release.path)
        else { return false }
        let search = try key.sealSearch(SearchIndex(id: version.head.id, values.all), of: record.id, version: version.version, terms: values.terms)
        try await tx.fill(record.id, search)
        if record.type == "Consent" { try await keep(body, release, of: version, key, tx) }
        return true
    }

    /// One that gives too much to be compiled gives nothing until it is written again.
    private func keep(_ body: [UInt8], _ release: FHIRRelease, of version: RecordVersion, _ key: PersonKey, _ tx: Transaction) async throws {
        guard let reading = try? ConsentReading(JSONDocument(body, limits: .resource).root, release, of: key.person) else { return }
        try await tx.keep(reading.given, of: version.record.id, version: version.version, key)
    }
}
