import CareModels
import HTTP

/// `PATCH /users/:id/factors/:factorId`: another name for a passkey; a merge patch, so that without one it keeps its own.
struct RenameOwnPasskey: Sendable {
    let dependencies: Dependencies

    private struct Patch: Decodable {
        var name: Patched<String> = .absent
    }

    func handle(_ request: Request) async throws -> Response {
        let id = try dependencies.ownFactors(request, scope: "account:write")
        let factor = try request.id("factorId", of: Factor.self)
        _ = try await dependencies.standing(request)
        let expected = try request.ifMatch()
        let patch: Patch = try request.decode()
        let name = try patch.name.isAbsent ? nil : Passkey.name(patch.name.value)
        let passkey = try await dependencies.pool.transaction { tx in try await RenamePasskey()(factor, of: id, to: name, expectedRevision: expected, tx) }
        return try .json(FactorsView.Item(passkey), version: passkey.revision, headers: ["Cache-Control": "no-store"])
    }
}
