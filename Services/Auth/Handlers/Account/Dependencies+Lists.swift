import CareModels
import HTTP

extension Dependencies {
    /// Whose list is asked for, and which page of it.
    func ownList(_ request: Request) async throws -> (user: UserID, page: PageRequest) {
        let user = try request.identity.user()
        try await requireLiveSession(request)
        return (user, try request.page())
    }
}

extension Response {
    /// A page of what is nobody else's to keep.
    static func ownPage<Item: Encodable & Sendable>(_ items: [Item], nextCursor: String?) throws -> Response {
        try .json(HTTP.Page(items: items, nextCursor: nextCursor), headers: ["Cache-Control": "no-store"])
    }
}
