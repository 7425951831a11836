import FHIR
import HTTP

/// What bodies of FHIR's routes are written in.
enum FHIRMedia {
    private static let type = FHIRRelease.mediaType
    private static let read: Set<String> = [type, "application/json", "application/json+fhir"]
    private static let wanted: Set<String> = [type, "application/json", "application/json+fhir", "application/*", "*/*", "json", "text/json"]

    /// 415 unless the body is JSON.
    static func checkBody(_ request: Request) throws {
        // As nearly everybody spells it.
        if let type = request.headers.first(name: "Content-Type"), isResource(type) { return }
        guard request.mediaType.map(isResource) ?? false else { throw Problem.unsupportedMediaType("Send \(type) in UTF-8.", accepted: type) }
    }

    static func isResource(_ mediaType: String) -> Bool { read.contains(mediaType) }

    /// 406 when the client takes no JSON, by Accept or by `_format`, which comes first.
    static func checkAccept(_ request: Request) throws {
        if let format = request.query["_format"] {
            guard wanted.contains(name(format)) else { throw notAcceptable }
            return
        }
        let accepted = request.headers[canonicalForm: "Accept"]
        if accepted.contains(where: { wanted.contains(String($0)) }) { return }
        let names = accepted.map { name(String($0)) }
        guard names.isEmpty || names.contains(where: wanted.contains) else { throw notAcceptable }
    }

    /// Lower-cased, without parameters. A + of the query has become a space.
    private static func name(_ text: String) -> String {
        let type = text.prefix { $0 != ";" }.lowercased()
        return type.split(separator: " ", omittingEmptySubsequences: true).joined(separator: "+")
    }

    private static var notAcceptable: Problem { Problem(.notAcceptable, detail: "Accept \(type).") }
}
