import CareModels
import HTTP

/// `POST /admin/apps/:clientId`: a form of that page changes an app, gives it another secret, disables it, or lets it be used again.
struct ChangeAppOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = AdminPages(dependencies: dependencies)
        return try await pages.at(request) { visitor in
            let id = try request.parameter("clientId")
            func again(_ status: HTTPResponseStatus, _ fields: AppFields? = nil, alert: Text? = nil) async throws -> Response {
                guard let record = try await dependencies.pool.withConnection({ try await $0.clientRecord(id) }) else {
                    return visitor.visit.response(NoticePage.noSuchApp.page, .notFound)
                }
                return visitor.visit.response(AppPage(record: record, fields: fields, alert: alert, form: visitor.visit.form).page, status)
            }
            guard visitor.visit.isOwn(form, dependencies) else { return try await again(.forbidden, alert: Visit.staleForm) }
            do {
                guard let made = try await act(form, id, pages.origin(visitor, request)) else { return pages.done("\(AdminPage.apps)/\(id)") }
                return visitor.visit.response(AppPage(record: made.record, secret: made.secret, form: visitor.visit.form).page)
            } catch let faults as Faults {
                return try await again(.unprocessableEntity, AppFields(typed: form, faults: faults.all))
            } catch Refusal.ownClient {
                return try await again(.unprocessableEntity, alert: "This app is Careline's own.")
            } catch Refusal.publicClient {
                return try await again(.unprocessableEntity, alert: "This app can keep no secret.")
            } catch Refusal.clientChanged {
                return try await again(.conflict, alert: "This app was changed meanwhile. This is how it is now.")
            } catch Refusal.noSuchClient {
                return visitor.visit.response(NoticePage.noSuchApp.page, .notFound)
            }
        }
    }

    /// The secret, where one was made.
    private func act(_ form: [String: String], _ id: String, _ origin: Origin) async throws -> (record: ClientRecord, secret: String)? {
        // What does not say what was seen has seen nothing.
        let seen = form["revision"].flatMap { Int($0) } ?? 0
        switch form["act"] {
        case "disable":
            let disable = DisableClient(now: dependencies.now)
            try await dependencies.pool.transaction { tx in try await disable(id, expectedRevision: seen, from: origin, tx) }
            try await dependencies.clientHasChanged(id, isDisabled: true)
        case "enable": try await alter(id, .enabling, seen, origin)
        case "change": try await alter(id, ClientChange(typed: form), seen, origin)
        case "rotate": return try await rotate(id, SecretOverlap(rawValue: form["overlap"] ?? "") ?? .day, seen, origin)
        default: break
        }
        return nil
    }

    private func alter(_ id: String, _ change: ClientChange, _ seen: Int, _ origin: Origin) async throws {
        let alter = AlterClient(now: dependencies.now)
        _ = try await dependencies.pool.transaction { tx in try await alter(id, change, expectedRevision: seen, from: origin, tx) }
        try await dependencies.clientHasChanged(id)
    }

    private func rotate(_ id: String, _ overlap: SecretOverlap, _ seen: Int, _ origin: Origin) async throws -> (record: ClientRecord, secret: String) {
        let (instant, secret) = (dependencies.now(), Base64URL.encode(Secret.random()))
        let (replace, until) = (ReplaceClientSecret(now: { instant }), instant.addingTimeInterval(overlap.length))
        let record = try await dependencies.pool.transaction { tx in
            try await replace(id, to: Secret.hash(secret), formerUntil: until, expectedRevision: seen, from: origin, tx)
        }
        try await dependencies.clientHasChanged(id)
        return (record, secret)
    }
}

extension ClientChange {
    /// Every field of the form, since it shows them all; the rest of the client stays.
    init(typed form: [String: String]) {
        self = .nothing
        name = .set(form["name"] ?? "")
        redirectUris = .set(form.typedList("redirectUris"))
        origins = .set(form.typedList("origins"))
        scopes = .set(form.typedList("scopes"))
        trusted = .set(form["trusted"] == "yes")
    }
}
