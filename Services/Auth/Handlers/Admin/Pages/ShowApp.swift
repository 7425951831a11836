import CareModels
import HTTP

/// `GET /admin/apps/:clientId`
struct ShowApp: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let pages = AdminPages(dependencies: dependencies)
        return try await pages.at(request) { visitor in
            let id = try request.parameter("clientId")
            guard let record = try await dependencies.pool.withConnection({ try await $0.clientRecord(id) }) else {
                return visitor.visit.response(NoticePage.noSuchApp.page, .notFound)
            }
            try await dependencies.note(.clientsRead, from: pages.origin(visitor, request))
            return visitor.visit.response(AppPage(record: record, form: visitor.visit.form).page)
        }
    }
}
