import CareModels

extension Problem {
    /// `application/problem+json`; the page of its type is at `issuer`.
    package func response(issuer: String, requestID: String, language: Language) -> Response {
        var headers = self.headers
        headers.replaceOrAdd(name: "Content-Type", value: "application/problem+json")
        headers.replaceOrAdd(name: "Cache-Control", value: "no-store")
        let body = (try? CareJSON.bytes(of: document(issuer: issuer, requestID: requestID, language: language))) ?? []
        var response = Response(status, headers: headers, body: body)
        response.isWritten(in: language)
        return response
    }

    /// All that it says, to stand in an answer of many parts too.
    package func document(issuer: String, requestID: String, language: Language) -> ProblemDocument {
        var document = ProblemDocument(type, issuer: issuer, language: language)
        document.detail = detail ?? Faults.rest(moreFields)
        document.requestID = requestID
        document.fields = fields
        document.members = members
        return document
    }
}
