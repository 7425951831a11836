import CareModels
import HTTP

/// `POST /admin/apps`: the form of that page makes an app. Of one that can keep a secret the answer shows it, and nothing else does; whoever did not see the answer
/// lets the app have another one.
struct RegisterAppOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = AdminPages(dependencies: dependencies)
        return try await pages.at(request) { visitor in
            func again(_ status: HTTPResponseStatus, _ faults: [Fault] = [], alert: Text? = nil) async throws -> Response {
                var page = try await dependencies.appsPage("", try request.page(), visitor)
                (page.new, page.kind, page.alert) = (AppFields(typed: form, faults: faults), form["kind"] ?? "", alert)
                return visitor.visit.response(page.page, status)
            }
            guard visitor.visit.isOwn(form, dependencies) else { return try await again(.forbidden, alert: Visit.staleForm) }
            do {
                let draft = ClientDraft(typed: form)
                let secret = draft.wantsSecret ? Base64URL.encode(Secret.random()) : nil
                let client = try draft.client(secret: secret)
                let (add, origin) = (AddClient(now: dependencies.now), pages.origin(visitor, request))
                let record = try await dependencies.pool.transaction { tx in try await add(client, from: origin, tx) }
                guard let secret else { return pages.done("\(AdminPage.apps)/\(client.id)") }
                return visitor.visit.response(AppPage(record: record, secret: secret, form: visitor.visit.form).page)
            } catch let faults as Faults {
                return try await again(.unprocessableEntity, faults.all)
            } catch Refusal.clientExists {
                return try await again(.conflict, [Fault("id", "is taken")])
            }
        }
    }
}

extension ClientDraft {
    init(typed form: [String: String]) {
        let kind = AppKind(rawValue: form["kind"] ?? "") ?? .public
        self.init(
            id: form["id"] ?? "", name: form["name"] ?? "", kind: kind == .public ? .public : .confidential, redirectUris: form.typedList("redirectUris"),
            origins: form.typedList("origins"), scopes: form.typedList("scopes"),
            grants: kind == .machine ? [Client.Grant.clientCredentials.rawValue] : Client.usualGrants, trusted: form["trusted"] == "yes")
    }
}
