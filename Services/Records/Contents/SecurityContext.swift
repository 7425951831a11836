import FHIR
import JSON
import Postgres
import Sealing

/// Whose access rules hold for a Binary beside its own (`Binary.securityContext`): who may not read that, may not read this
/// (http://hl7.org/fhir/R4/binary.html#security). Nil: none of the same record.
struct SecurityContext: Sendable {
    private let type: String
    private let id: String

    init?(of body: [UInt8]?) {
        guard let body, let root = try? JSONDocument(body, limits: .resource).root,
            let reference = root["securityContext"]?["reference"]?.string.flatMap(FileHeaders.reference)
        else { return nil }
        (type, id) = reference
    }

    func check(_ access: RecordAccess, _ release: FHIRRelease, _ key: PersonKey, _ connection: PostgresConnection) async throws {
        guard release.hasType(type) else { return }
        let reach = try access.permissions.reach(.read, type)
        guard reach != .everything else { return }
        let context = try await connection.storedCurrent(id, in: .resources(type, release, access.owner), key)
        guard let context, reach.holds(context) else { throw Refusal.noSuch(.resource) }
    }
}
