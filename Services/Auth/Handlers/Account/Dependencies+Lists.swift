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
