import CareModels
import HTTP

/// `POST /admin/people/:id`: a button of that page suspends somebody, lets them in again, or lets them try to log in again.
struct ChangePersonOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = AdminPages(dependencies: dependencies)
        return try await pages.at(request) { visitor in
            guard let id = UserID(try request.parameter("id")), var page = try await dependencies.personPage(id, visitor) else {
                return visitor.visit.response(NoticePage.noSuchUser.page, .notFound)
            }
            func again(_ status: HTTPResponseStatus, _ alert: Text) -> Response {
                page.alert = alert
                return visitor.visit.response(page.page, status)
            }
            guard visitor.visit.isOwn(form, dependencies) else { return again(.forbidden, Visit.staleForm) }
            do {
                try await act(form, id, pages.origin(visitor, request))
            } catch Refusal.ownAccount {
                return again(.unprocessableEntity, "This is your own account: another operator has to do this.")
            } catch Refusal.noSuchUser {
                return visitor.visit.response(NoticePage.noSuchUser.page, .notFound)
            }
            return pages.done("\(AdminPage.people)/\(id)")
        }
    }

    private func act(_ form: [String: String], _ id: UserID, _ origin: Origin) async throws {
        let (pool, now) = (dependencies.pool, dependencies.now)
        switch form["act"] {
        case "suspend":
            guard let reason = form["reason"].flatMap(Suspension.Reason.init(rawValue:)) else { return }
            let suspend = SuspendPerson(now: now)
            try await pool.transaction { tx in try await suspend(id, for: reason, from: origin, tx) }
        case "resume":
            let resume = ResumePerson(now: now)
            try await pool.transaction { tx in try await resume(id, from: origin, tx) }
        case "unlock":
            let unlock = UnlockAccount(identifiers: dependencies.identifiers, now: now)
            try await pool.transaction { tx in try await unlock(id, from: origin, tx) }
        default: return
        }
    }
}
