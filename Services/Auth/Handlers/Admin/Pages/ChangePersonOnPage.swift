import CareModels
import HTTP

/// `POST /admin/people/:id`: a button of that page suspends somebody, lets them in again, lets them try to log in again, takes their second factors away, or says
/// whether their licence was seen.
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
            } catch Refusal.accountChanged {
                return again(.conflict, "This account was changed meanwhile. This is how it is now.")
            } catch OrganisationRule.Refusal.noProvider {
                return again(.unprocessableEntity, "Providers alone are verified.")
            } catch let faults as Faults {
                (page.typedLicence, page.licenceFault) = (form["licenceNumber"] ?? "", faults.all.first?.message)
                return visitor.visit.response(page.page, .unprocessableEntity)
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
        case "reset-factors":
            guard let reason = form["factorReason"].flatMap(FactorReset.Reason.init(rawValue:)) else { return }
            let reset = ResetFactors(tell: dependencies.tellOfAccount, now: now)
            try await pool.transaction { tx in try await reset(id, for: reason, from: origin, tx) }
        case "verify", "withdraw": try await judgeLicence(form, id, origin)
        default: return
        }
    }

    private func judgeLicence(_ form: [String: String], _ id: UserID, _ origin: Origin) async throws {
        // What does not say what was seen has seen nothing.
        let seen = form["revision"].flatMap { Int($0) } ?? 0
        guard form["act"] == "verify" else {
            let withdraw = WithdrawVerification(now: dependencies.now)
            return try await dependencies.pool.transaction { tx in try await withdraw(of: id, expectedRevision: seen, from: origin, tx) }
        }
        var checks = Checks()
        let licence = try checks.done(Licence.checked(form["licenceNumber"], &checks))
        let verify = dependencies.verifyProvider
        try await dependencies.pool.transaction { tx in try await verify(licence, of: id, expectedRevision: seen, from: origin, tx) }
    }
}
