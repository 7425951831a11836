import CareModels
import Foundation
import HTTP

/// `PUT /notifications/read` {createdUntil?}: all that the caller has, or all that came until then, however many. Broken off it has marked some; again it
/// marks the rest.
struct ReadAllNotifications: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable { var createdUntil: Date? }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let body = request.body.isEmpty ? Body() : try request.decode(Body.self)
        let markAllRead = MarkAllRead(now: dependencies.moment)
        var isMore = true
        while isMore {
            isMore = try await dependencies.pool.transaction { tx in
                let (news, isMore) = try await markAllRead(until: body.createdUntil, of: user, tx)
                dependencies.tell(news, after: tx)
                return isMore
            }
        }
        return .noContent
    }
}
