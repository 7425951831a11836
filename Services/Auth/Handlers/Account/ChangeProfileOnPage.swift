import CareModels
import HTTP

/// `POST /account/profile`: the form of that page.
struct ChangeProfileOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = OwnAccountPages(dependencies: dependencies)
        return try await pages.at(.profile, request) { visitor in
            let visit = visitor.visit
            func again(_ status: HTTPResponseStatus, _ faults: [Fault] = [], alert: Text? = nil) -> Response {
                visit.response(ProfilePage(user: visitor.user, typed: form, faults: faults, alert: alert, form: visit.form).page, status)
            }
            guard visit.isOwn(form, dependencies) else { return again(.forbidden, alert: Visit.staleForm) }
            let change = ChangeProfile(now: dependencies.now)
            let patch = Profile.Patch(typed: form, role: visitor.user.role)
            let (id, origin) = (visitor.user.id, dependencies.origin(of: request))
            do {
                _ = try await dependencies.pool.transaction { tx in
                    try await change(patch, of: id, expectedRevision: form["revision"].flatMap { Int($0) }, from: origin, tx)
                }
            } catch let faults as Faults {
                return again(.unprocessableEntity, faults.all)
            } catch Refusal.accountChanged {
                let alert: Text = "Your account was changed meanwhile. This is how it is now, and beside it what you had typed."
                return visit.response(ProfilePage(user: visitor.user, late: form, alert: alert, form: visit.form).page, .conflict)
            }
            return pages.done(.overview)
        }
    }
}

extension Profile.Patch {
    /// Every field of the form, since it shows them all; of what is for apps alone those that it has, since the release before showed none.
    init(typed form: [String: String], role: Role) {
        func text(_ name: String) -> Patched<String> { Patched(form[name] ?? "") }
        self.init()
        title = text("title")
        fullName = text("fullName")
        timeZone = text("timeZone")
        func field(_ name: String) -> Patched<String> { form[name].map { .set($0) } ?? .absent }
        givenName = field("givenName")
        middleName = field("middleName")
        familyName = field("familyName")
        nickname = field("nickname")
        profileUrl = field("profileUrl")
        websiteUrl = field("websiteUrl")
        gender = field("gender")
        birthdate = field("birthdate")
        languages = Patched((form["languages"] ?? "").split { ", ;".contains($0) }.map(String.init))
        guard role == .provider else { return }
        specialty = text("specialty")
        practice = text("practice")
        // The release before showed one alone.
        guard let others = form["otherSpecialties"] else { return }
        let lines = others.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        specialties = .set([form["specialty"] ?? ""] + lines.map(String.init))
    }
}
