import CareModels
import HTTP

/// `GET /health/evaluations?limit=&after=`: the caller's own, newest first.
struct ListEvaluations: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let page = try request.page()
        let after = try TimeCursor<Evaluation>(page)
        let records = try await dependencies.pool.reading(request) { connection -> [EvaluationRecord] in
            guard let monitor = try await connection.monitor(of: person, dependencies.keys) else { return [] }
            return try await connection.evaluations(of: monitor, after: after, limit: page.limit + 1)
        }
        let language = request.language
        let found = page.page(records) { TimeCursor($0.evaluatedAt, $0.id).fields }
        return try .json(Page(items: found.items.map { EvaluationView($0, in: language) }, nextCursor: found.nextCursor)).written(in: language)
    }
}
