import CareModels
import FHIR
import HTTP
import Outbox

/// `POST /fhir/…/Binary` and `PUT /fhir/…/Binary/:id`: a file, which is stored as it comes, or the resource that holds one, as any other.
///
/// What an `Idempotency-Key` stands for is the file as it came, by its digest. A repetition of what is done is only compared.
struct WriteBinary: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func create(_ request: Request) async throws -> Response {
        guard BinaryForm.ofBody(request) == .file else {
            return try await CreateResource(dependencies: dependencies, release: release).handle(request, type: BinaryForm.type, body: try await resource(request))
        }
        let access = try await request.access(dependencies)
        let reach = try access.permissions.reach(.create, BinaryForm.type)
        let headers = try FileHeaders(request)
        let draft = try ResourceDraft(
            FileBinaryView(release: release, contentType: headers.contentType, securityContext: headers.securityContext).bytes)
        try reach.check(draft)
        let (annotations, status) = (try request.annotations(), try request.status())
        let place = RecordPlace.resources(BinaryForm.type, release, access.owner)
        let create = CreateRecord(writing: dependencies.writing)
        if try await dependencies.pool.isRepetition(request) { return try await compare(request, headers, access) }
        return try await receiving(request, headers, of: access.owner) { file, digest in
            let content = RecordContent(body: .resource(draft, references: [:]), annotations: annotations, status: status, file: file)
            return try await dependencies.inTurn(of: access.owner) {
                try await dependencies.pool.idempotent(request, content: access.marked(digest)) { tx in
                    let written = try await create(content, in: place, tx)
                    return answer(written, request)
                }
            }
        }
    }

    func update(_ request: Request) async throws -> Response {
        guard BinaryForm.ofBody(request) == .file else {
            return try await UpdateResource(dependencies: dependencies, release: release).handle(request, type: BinaryForm.type, body: try await resource(request))
        }
        let access = try await request.access(dependencies)
        let id = try request.parameter("id")
        guard ResourceID.isValid(id) else {
            throw ResourceFault(.value, "An id has 1 to 64 letters, digits, - and . (\(ResourceID.pattern)).", at: "id")
        }
        let reach = try access.permissions.reach(.update, BinaryForm.type)
        let precondition = try request.precondition(.weak)
        let headers = try FileHeaders(request)
        let draft = try ResourceDraft(
            FileBinaryView(release: release, contentType: headers.contentType, securityContext: headers.securityContext, id: id).bytes)
        try reach.check(draft)
        let (annotations, status) = (try request.annotations(), try request.status())
        let place = RecordPlace.resources(BinaryForm.type, release, access.owner)
        let update = UpdateRecord(writing: dependencies.writing, mayCreate: true, reach: reach)
        return try await receiving(request, headers, of: access.owner) { file, _ in
            let content = RecordContent(body: .resource(draft, references: [:]), annotations: annotations, status: status, file: file)
            let written = try await dependencies.inTurn(of: access.owner) {
                try await dependencies.pool.transaction { tx in try await update(id, content, in: place, if: precondition, tx) }
            }
            return answer(written, request)
        }
    }

    /// What was sent has no second telling: the answer says where it is.
    private func answer(_ written: WrittenRecord, _ request: Request) -> Response {
        let url = dependencies.urls(release).url(BinaryForm.type, written.id, version: written.version)
        let preference = Preference(request, default: .minimal)
        return .resource(written, at: url, written.body == nil && preference == .representation ? .minimal : preference, in: request.language)
    }

    /// Stores the body's bytes, then does `write`; when that does not take them, they go again.
    private func receiving(
        _ request: Request, _ headers: FileHeaders, of owner: UserID, _ write: (ReceivedContent, [UInt8]) async throws -> Response
    ) async throws -> Response {
        var digest = FileDigest(headers.contentType)
        var file = try await IncomingFile(
            dependencies, of: owner, contentType: headers.contentType, keepsMetadata: headers.keepsMetadata, isCharged: true)
        do {
            while let piece = try await request.bodyStream.next() {
                try digest.take(piece, limit: ContentChunks.most)
                try await file.take(piece)
            }
            let received = try await file.finish()
            let response = try await write(received, digest.bytes)
            // Another one of the same key was done first.
            if response.headers.contains(name: "Idempotent-Replayed") { await file.discard() }
            return response
        } catch {
            await file.discard()
            throw error
        }
    }

    private func compare(_ request: Request, _ headers: FileHeaders, _ access: RecordAccess) async throws -> Response {
        var digest = FileDigest(headers.contentType)
        while let piece = try await request.bodyStream.next() { try digest.take(piece, limit: ContentChunks.most) }
        // The answer was there when this began: if it is kept no longer, nothing has come in its place.
        return try await dependencies.pool.idempotent(request, content: access.marked(digest.bytes)) { _ in throw Problem.unavailable(retryAfter: 1) }
    }

    /// The body whole, as those of other resources are.
    private func resource(_ request: Request) async throws -> [UInt8] {
        var body: [UInt8] = []
        while let piece = try await request.bodyStream.next() {
            body += piece
            guard body.count <= ResourceDraft.limit else { throw Problem.tooLarge(limit: ResourceDraft.limit) }
        }
        // A stream is weighed by its pieces.
        try dependencies.budget(of: request).hold(toRead: [body])
        return body
    }
}
