import CareModels
import FHIR
import HTTP

extension Request {
    var exportCaller: RecordExport.Caller { RecordExport.Caller(user: identity.userID, client: identity.clientID) }

    /// Of whom an export is, and what of it: a machine that names nobody asks for everybody's.
    func exportAccess(_ dependencies: Dependencies) async throws -> (owner: UserID?, permissions: RecordPermissions) {
        guard identity.role == .service, headers[Self.personHeader].isEmpty else {
            let access = try await access(dependencies)
            return (access.owner, access.permissions)
        }
        guard identity.scopes.contains("records:any") else { throw Problem.insufficientScope(["records:any"]) }
        return (nil, RecordPermissions(scopes: identity.scopes, contexts: [.system]))
    }

    /// The export that the address names, of the caller's own, and of the record that they are let in to now.
    func storedExport(of owner: UserID?, _ dependencies: Dependencies, _ release: FHIRRelease) async throws -> StoredExport {
        guard let id = ExportID(try parameter("export")) else { throw Refusal.noSuch(.export) }
        let found = try await dependencies.pool.withConnection { try await $0.export(id, of: exportCaller, now: dependencies.now()) }
        guard let found, found.export.release == release, found.export.owner == owner else { throw Refusal.noSuch(.export) }
        return found
    }
}
