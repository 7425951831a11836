import CareModels
import HTTP

/// `POST /account/guardianships`: a button of that page accepts an invitation, or ends a guardianship.
struct ChangeGuardianshipOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = OwnAccountPages(dependencies: dependencies)
        return try await pages.at(.guardianships, request) { visitor in
            guard visitor.visit.isOwn(form, dependencies) else {
                var page = try await dependencies.guardianshipsPage(visitor)
                page.alert = Visit.staleForm
                return visitor.visit.response(page.page, .forbidden)
            }
            let user = visitor.user.id
            let origin = dependencies.origin(of: request, actor: user)
            do {
                if let id = form["accept"].flatMap({ GuardianshipID($0) }) {
                    let accept = dependencies.acceptGuardianship(in: request.pageLanguage.language)
                    _ = try await dependencies.pool.transaction { tx in try await accept(id, by: user, from: origin, tx) }
                } else if let id = form["end"].flatMap({ GuardianshipID($0) }) {
                    let end = dependencies.endGuardianship(in: request.pageLanguage.language)
                    try await dependencies.pool.transaction { tx in try await end(id, of: user, from: origin, tx) }
                }
            } catch Guardianship.Refusal.noSuchGuardianship {
                // It has ended meanwhile, and the page says so by not listing it.
            }
            return pages.done(.guardianships)
        }
    }
}
