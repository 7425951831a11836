import HTTP

extension Page {
    /// 200 with the page's fingerprint, another one in each language, so that a browser that has it is told so (304).
    func answer(_ request: Request) -> Response {
        let language = request.pageLanguage
        let text = text(language)
        return respond(text, .ok, language, ["Cache-Control": "no-cache", "ETag": Fingerprint.entityTag(Fingerprint.of(Array(text.utf8)))])
    }

    /// A refusal, which nobody keeps.
    func answer(_ status: HTTPResponseStatus, in language: PageLanguage, headers: HTTPHeaders = [:]) -> Response {
        var headers = headers
        headers.replaceOrAdd(name: "Cache-Control", value: "no-store")
        return respond(text(language), status, language, headers)
    }

    private func text(_ language: PageLanguage) -> String { html(in: language.language).string(in: language.language) }

    private func respond(_ text: String, _ status: HTTPResponseStatus, _ language: PageLanguage, _ headers: HTTPHeaders) -> Response {
        var headers = headers
        headers.add(contentsOf: language.headers)
        headers.add(name: "Content-Security-Policy", value: policy)
        return .html(text, status: status, headers: headers)
    }
}

extension Request {
    /// Programs hear a problem (404); who says that it reads HTML is shown a page.
    func nothingHere() throws -> Response {
        guard headers.readsPages else { throw Problem.notFound("There is no such page.") }
        return NotFoundPage().page.answer(.notFound, in: pageLanguage)
    }
}

/// A page's problem: a page to who reads pages, and to programs the problem.
@Sendable func refusal(_ problem: Problem, _ refused: RefusedRequest) -> Response {
    guard refused.readsPages else { return refused.response(for: problem) }
    let page = RefusalPage(type: problem.type, detail: problem.detail, requestID: refused.requestID).page
    return page.answer(problem.status, in: refused.pageLanguage, headers: problem.headers)
}
