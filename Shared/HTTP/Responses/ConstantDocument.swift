/// An answer that is made once, with the routes: what is the same for everybody while the process runs. Anybody may ask
/// for it, as often as they like, so nothing is encoded for who asks. Where it has a tag, whoever has it already hears 304,
/// as of any answer (`Responder`).
package struct ConstantDocument: Sendable {
    /// Of what cannot be written whoever asks hears, not who starts the service.
    private let answer: Result<Response, any Error>

    /// JSON. `lifetime`: how long caches keep it, in seconds. `tag`: as it stands in `ETag`.
    package init(_ value: some Encodable, lifetime: Int, tag: String? = nil) {
        answer = Result { try .json(value, headers: Self.headers(lifetime, tag)) }
    }

    /// Bytes that were written already.
    package init(_ body: [UInt8], type: String, lifetime: Int, tag: String? = nil) {
        var headers = Self.headers(lifetime, tag)
        headers.replaceOrAdd(name: "Content-Type", value: type)
        answer = .success(Response(.ok, headers: headers, body: body))
    }

    private static func headers(_ lifetime: Int, _ tag: String?) -> HTTPHeaders {
        var headers: HTTPHeaders = ["Cache-Control": "public, max-age=\(lifetime)"]
        if let tag { headers.add(name: "ETag", value: tag) }
        return headers
    }

    package func response() throws -> Response { try answer.get() }
}
