import CareModels
import HTTP
import JSON

struct ListProblems: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) -> Response { ProblemsPage().page.answer(request) }
}

/// Where a problem's `type` leads.
struct ShowProblem: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) throws -> Response {
        let name = try request.parameter("name")
        guard let type = ProblemType.allCases.first(where: { $0.name == name }) else { return try request.nothingHere() }
        let language = request.pageLanguage.language
        let example = try CareJSON.lines(of: type.example(issuer: dependencies.issuer, language: language))
        return ProblemPage(type: type, example: example, words: ProblemWords(language: language)).page.answer(request)
    }
}
