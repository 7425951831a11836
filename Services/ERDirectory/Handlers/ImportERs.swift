import CareModels
import HTTP
import Outbox

/// `POST /ers/import`: rows of a source, each entered, changed or left as it is, with a result per row. Sent again it changes nothing; what
/// schedulers have corrected stays as long as the source itself says the same as before. `dryRun` says what would be done.
struct ImportERs: Sendable {
    let dependencies: Dependencies

    static let mostItems = 500
    static let mostBytes = 2 << 20

    private struct Body: Decodable {
        var source: String
        var dryRun: Bool?
        var items: [Item]
    }

    private struct Item: Decodable {
        var sourceId: String
        var draft: ERDraft

        private enum Key: CodingKey { case sourceId }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            // Second, so that both have said which names they know before either fails.
            draft = try ERDraft(from: decoder)
            sourceId = try members.decode(String.self, forKey: .sourceId)
        }
    }

    func handle(_ request: Request) async throws -> Response {
        let body = try check(request.decode(Body.self))
        let isDryRun = body.dryRun ?? false
        let rows = try body.items.map { try ImportRow(sourceId: $0.sourceId, draft: $0.draft) }
        let importRows = ImportRows(change: Change(request, dependencies))
        return try await dependencies.pool.idempotent(request) { tx in
            let outcomes = try await importRows(rows, of: body.source, isDryRun: isDryRun, tx)
            var response = try Response.json(ImportView(outcomes, isDryRun: isDryRun, in: request.language))
            response.isWritten(in: request.language)
            return response
        }
    }

    private func check(_ body: Body) throws -> Body {
        var checks = Checks()
        let isName = (1...40).contains(body.source.count) && body.source.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        checks.check(isName, "source", "must have 1 to \(limit: 40) characters of a-z, 0-9 and hyphen")
        checks.check(!body.items.isEmpty, "items", "is empty")
        checks.check(body.items.count <= Self.mostItems, "items", "holds \(body.items.count); at most \(limit: Self.mostItems) are taken at once")
        var seen: Set<String> = []
        for (index, item) in body.items.enumerated().prefix(Self.mostItems) {
            let path = "items[\(index)].sourceId"
            // Code points, as the contract counts: a character may have any number of them, and an index holds these.
            checks.check((1...100).contains(item.sourceId.unicodeScalars.count), path, "must have 1 to \(limit: 100) characters")
            checks.check(seen.insert(item.sourceId).inserted, path, "comes twice")
        }
        try checks.done()
        return body
    }
}
