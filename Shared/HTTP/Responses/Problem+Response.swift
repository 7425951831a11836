import CareModels

extension Problem {
    /// `application/problem+json`; the page of its type is at `issuer`.
    package func response(issuer: String, requestID: String, language: Language) -> Response {
        var headers = self.headers
        headers.replaceOrAdd(name: "Content-Type", value: "application/problem+json")
        headers.replaceOrAdd(name: "Cache-Control", value: "no-store")
        var document = ProblemDocument(type, issuer: issuer, language: language)
        document.detail = detail
        document.requestID = requestID
        document.fields = fields
        document.members = members
        let body = (try? CareJSON.bytes(of: document)) ?? []
        var response = Response(status, headers: headers, body: body)
        response.isWritten(in: language)
        return response
    }
}
