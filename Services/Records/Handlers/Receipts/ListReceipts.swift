import CareModels
import HTTP

/// `GET /records/receipts`: of what the caller had destroyed.
struct ListReceipts: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try await request.owner(dependencies)
        let wanted = try request.page(default: 50, most: 200)
        let after: ReceiptID? = try wanted.id(at: 0)
        let rows = try await dependencies.pool.withConnection { try await $0.receipts(of: person, wanted.limit + 1, after: after) }
        let found = wanted.page(rows) { [$0.id.description] }
        return try .json(Page(items: found.items.map { ReceiptView($0) }, nextCursor: found.nextCursor))
    }
}
