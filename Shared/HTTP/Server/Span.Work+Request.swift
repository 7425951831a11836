import Telemetry

/// By OpenTelemetry's semantic conventions for HTTP server spans.
extension Span.Work {
    /// A request that was answered. Without the path, which holds ids, and the query; `route` is nil when it reached none.
    static func request(_ method: HTTPMethod, route: String?, status: Int) -> Span.Work {
        // A client may send any word as its method.
        let isKnown = [.GET, .HEAD, .POST, .PUT, .PATCH, .DELETE, .OPTIONS, .CONNECT, .TRACE].contains(method)
        let method = isKnown ? method.rawValue : "_OTHER"
        var attributes = [Span.Attribute("http.request.method", method), Span.Attribute("http.response.status_code", status)]
        if let route { attributes.append(Span.Attribute("http.route", route)) }
        let name = isKnown ? method : "HTTP"
        return Span.Work(kind: .server, name: route.map { "\(name) \($0)" } ?? name, attributes: attributes)
    }
}
