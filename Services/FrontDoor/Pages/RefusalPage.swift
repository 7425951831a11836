import CareModels
import HTTP

/// A refusal where a browser shows it; programs hear the problem.
struct RefusalPage {
    let problem: Problem
    let requestID: String

    static func response(_ problem: Problem, _ refused: RefusedRequest) -> Response {
        guard refused.readsPages else { return refused.response(for: problem) }
        let page = problem.type.status == 404 ? NotFoundPage().page : RefusalPage(problem: problem, requestID: refused.requestID).page
        return page.answer(problem.status, in: refused.pageLanguage, headers: problem.headers)
    }

    private var page: Page {
        Page(
            title: "This did not work",
            content: """
                <h1>\(text: "This did not work")</h1>
                <p>\(problem.type.title). \(problem.detail ?? "")</p>
                <p class="soft"><a href="/problems/\(problem.type.name)">\(text: "What it means and what to do")</a> <code>\(requestID)</code></p>
                """,
            path: "/")
    }
}
