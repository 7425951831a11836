import CareModels

/// What a person sees where a browser shows a refusal.
struct RefusalPage {
    let type: ProblemType
    let detail: Text?
    /// By which it is found in the log.
    let requestID: String

    var page: Page {
        if type.status == 404 { return NotFoundPage().page }
        return Page(
            title: "This did not work",
            content: """
                <h1>\(text: "This did not work")</h1>
                <p>\(type.title). \(detail ?? "")</p>
                <p class="soft"><a href="/problems/\(type.name)">\(text: "What it means and what to do")</a> <code>\(requestID)</code></p>
                """,
            path: "/")
    }
}
