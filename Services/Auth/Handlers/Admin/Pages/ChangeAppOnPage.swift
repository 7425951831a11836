import CareModels
import HTTP

/// `POST /admin/apps/:clientId`: the button of that page disables an app, or lets it be used again.
struct ChangeAppOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = AdminPages(dependencies: dependencies)
        return try await pages.at(request) { visitor in
            let id = try request.parameter("clientId")
            guard let record = try await dependencies.pool.withConnection({ try await $0.clientRecord(id) }) else {
                return visitor.visit.response(NoticePage.noSuchApp.page, .notFound)
            }
            guard visitor.visit.isOwn(form, dependencies) else {
                return visitor.visit.response(AppPage(record: record, alert: Visit.staleForm, form: visitor.visit.form).page, .forbidden)
            }
            do {
                try await act(form["act"], id, pages.origin(visitor, request))
            } catch Refusal.ownClient {
                return visitor.visit.response(
                    AppPage(record: record, alert: "This app is Careline's own.", form: visitor.visit.form).page, .unprocessableEntity)
            }
            return pages.done("\(AdminPage.apps)/\(id)")
        }
    }

    private func act(_ act: String?, _ id: String, _ origin: Origin) async throws {
        switch act {
        case "disable":
            let disable = DisableClient(now: dependencies.now)
            try await dependencies.pool.transaction { tx in try await disable(id, expectedRevision: nil, from: origin, tx) }
            try await dependencies.clientHasChanged(id, isDisabled: true)
        case "enable":
            let (alter, change) = (AlterClient(now: dependencies.now), ClientChange.enabling)
            _ = try await dependencies.pool.transaction { tx in try await alter(id, change, expectedRevision: nil, from: origin, tx) }
            try await dependencies.clientHasChanged(id)
        default: return
        }
    }
}
