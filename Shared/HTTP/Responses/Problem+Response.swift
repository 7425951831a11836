import CareModels

extension Problem {
    /// `application/problem+json`; the page of its type is at `issuer`.
    package func response(issuer: String, requestID: String) -> Response {
        var headers = self.headers
        headers.replaceOrAdd(name: "Content-Type", value: "application/problem+json")
        headers.replaceOrAdd(name: "Cache-Control", value: "no-store")
        var document = ProblemDocument(type, issuer: issuer)
        document.detail = detail
        document.requestID = requestID
        document.fields = fields
        document.members = members
        let body = (try? CareJSON.encode(document)).map { [UInt8]($0) } ?? []
        return Response(status, headers: headers, body: body)
    }
}
