import CareModels
import FHIR
import Foundation
import HTTP

extension HTTPHeaders {
    /// Of a version of a resource.
    init(resource version: Int, at instant: Date, annotations: [String]) {
        self = ["Content-Type": FHIRRelease.mediaType, "ETag": EntityTag(version: version, isWeak: true).description, "Last-Modified": HTTPDate.format(instant)]
        if !annotations.isEmpty { add(name: "Care-Annotations", value: Annotations(stored: annotations).header) }
    }
}

extension Response {
    static func fhir(_ body: [UInt8]) -> Response { Response(.ok, headers: ["Content-Type": FHIRRelease.mediaType], body: body) }

    /// Of a search. Its words, where it has any, are in the reader's language.
    static func searchset(_ view: SearchsetView) -> Response {
        let response = fhir(view.bytes)
        return view.isInWords ? response.written(in: view.language) : response
    }

    /// Of a create or an update.
    static func resource(_ written: WrittenRecord, at url: String, _ preference: Preference, in language: Language) -> Response {
        var headers = HTTPHeaders(resource: written.version, at: written.at, annotations: written.annotations)
        headers.add(name: "Location", value: url)
        let status: HTTPResponseStatus = written.isNew ? .created : .ok
        switch preference {
        case .representation:
            return Response(status, headers: headers, body: written.body ?? [])
        case .minimal:
            headers.remove(name: "Content-Type")
            return Response(status, headers: headers)
        case .outcome:
            var response = Response(status, headers: headers, body: OperationOutcomeView(stored: written, in: language).bytes)
            response.isWritten(in: language)
            return response
        }
    }

    /// A version that is read, unless the client has it.
    static func resource(_ found: RecordVersion, to request: Request) throws -> Response {
        guard let body = found.body else { throw Refusal.deleted(.resource, version: found.version) }
        let headers = HTTPHeaders(resource: found.version, at: found.writtenAt, annotations: found.annotations)
        if isUnchanged(found, request) { return Response(.notModified, headers: headers) }
        return Response(.ok, headers: headers, body: body)
    }

    /// The same; what is too long to be held goes as a stream.
    static func resource(_ readable: ReadableResource, to request: Request) throws -> Response {
        var response = try resource(readable.version, to: request)
        if response.status == .ok, let stream = readable.stream { (response.stream, response.body) = (stream, []) }
        return response
    }

    /// If-Modified-Since, which counts only without If-None-Match (RFC 9110, section 13.2.2; the server sees to that one).
    private static func isUnchanged(_ found: RecordVersion, _ request: Request) -> Bool {
        guard request.headers["If-None-Match"].isEmpty, let text = request.headers.first(name: "If-Modified-Since"),
            let since = HTTPDate.parse(text)
        else { return false }
        return found.writtenAt.timeIntervalSince1970.rounded(.down) <= since.timeIntervalSince1970
    }
}
