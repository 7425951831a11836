import CareModels
import HTTP

/// `DELETE /records/uploads/:id`: gives it up (tus's termination). The Binary of one that is done stays.
struct DeleteUpload: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try request.checkTus()
        let uploader = try await request.uploader(dependencies)
        let id: UploadID = try request.id("id")
        _ = try await dependencies.upload(id, of: uploader)
        let owner = uploader.owner
        let cancel = CancelUpload(writing: dependencies.writing)
        let wasThere = try await dependencies.inTurn(of: owner) { try await dependencies.pool.transaction { tx in try await cancel(id, of: owner, tx) } }
        guard wasThere else { throw Refusal.noSuch(.upload) }
        return Response(.noContent)
    }
}
