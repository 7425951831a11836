import CareModels
import Foundation
import HTTP

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
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let example = try encoder.encode(type.example(issuer: dependencies.issuer, language: language))
        return ProblemPage(type: type, example: String(decoding: example, as: UTF8.self), words: ProblemWords(language: language)).page.answer(request)
    }
}
