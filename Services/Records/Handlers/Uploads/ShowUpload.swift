import CareModels
import Foundation
import HTTP

/// `HEAD /records/uploads/:id`: how much is here. GET says the same in JSON.
struct ShowUpload: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let uploader = try await request.uploader(dependencies)
        let upload = try await dependencies.upload(try request.id("id"), of: uploader).upload
        return try .json(UploadView(upload, dependencies.address(of: upload)), headers: dependencies.headers(upload))
    }
}
