import HTTP

/// A file of the site under its own path. The contracts are for programs of any origin.
struct ShowFile: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) throws -> Response {
        guard let file = dependencies.site.files[request.path] else { return try request.nothingHere() }
        var response = file.answer(request)
        if !request.path.hasPrefix("/site/") { response.headers.add(name: "Access-Control-Allow-Origin", value: "*") }
        return response
    }
}

struct ShowStyle: Sendable {
    private static let file = SiteFile(type: "text/css; charset=utf-8", body: Array(Style.sheet.utf8))
    /// With its fingerprint.
    static let address = "/site/style.css?v=\(file.tag)"

    func handle(_ request: Request) -> Response { Self.file.answer(request) }
}

extension SiteFile {
    /// Who names the fingerprint gets what never changes.
    fileprivate func answer(_ request: Request) -> Response {
        let isNamed = request.query["v"] == tag
        let headers: HTTPHeaders = [
            "Content-Type": type, "ETag": entityTag,
            "Cache-Control": isNamed ? "public, max-age=31536000, immutable" : "public, max-age=300"
        ]
        return Response(.ok, headers: headers, body: body)
    }
}
