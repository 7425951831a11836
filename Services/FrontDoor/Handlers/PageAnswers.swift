import HTTP

extension Page {
    /// 200 with the page's fingerprint, so that a browser that has it is told so (304).
    func answer() -> Response {
        let text = html.text
        return respond(text, .ok, ["Cache-Control": "no-cache", "ETag": "\"\(Fingerprint.of(Array(text.utf8)))\""])
    }

    /// A refusal, which nobody keeps.
    func answer(_ status: HTTPResponseStatus) -> Response { respond(html.text, status, ["Cache-Control": "no-store"]) }

    private func respond(_ text: String, _ status: HTTPResponseStatus, _ headers: HTTPHeaders) -> Response {
        var headers = headers
        headers.add(name: "Content-Security-Policy", value: policy)
        headers.add(name: "X-Content-Type-Options", value: "nosniff")
        return .html(text, status: status, headers: headers)
    }
}

extension Request {
    /// Programs hear a problem (404); who says that it reads HTML is shown a page.
    func nothingHere() throws -> Response {
        guard headers["Accept"].contains(where: { $0.lowercased().contains("text/html") }) else {
            throw Problem.notFound("There is no such page.")
        }
        return NotFoundPage().page.answer(.notFound)
    }
}
