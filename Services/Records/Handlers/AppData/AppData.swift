import CareModels
import Foundation
import HTTP
import JSON

/// What the handlers of app data share.
enum AppData {
    /// In bytes.
    static let limit = 10 << 20
    static let longestType = 200

    static func id(_ request: Request) throws -> String {
        guard let id = AppDataID.spelled(try request.parameter("id")) else { throw Refusal.noSuch(.appData) }
        return id
    }

    /// Any bytes; JSON has to be JSON.
    static func content(_ request: Request) throws -> RecordContent {
        let type = request.headers.first(name: "Content-Type") ?? "application/octet-stream"
        guard isType(type) else { throw Problem.invalid(Fault("Content-Type", "must be a media type of at most \(limit: longestType) characters")) }
        do {
            return try content(request.body, type: type, annotations: try request.annotations(), status: try request.status())
        } catch let fault as JSONFault {
            throw Problem.unreadable(fault)
        }
    }

    /// What every write of app data stores. Throws `JSONFault` or `Faults`, of the body. `values`: so many JSON may have.
    static func content(
        _ body: [UInt8], type: String, annotations: Annotations?, status: RecordStatus?, values: Int = JSONLimits.sentResource.values
    ) throws -> RecordContent {
        var content = RecordContent(body: .bytes(body, contentType: type), annotations: annotations, status: status)
        let isSealed = SealedEnvelope.isMeant(type)
        guard isSealed || DocumentType.name(type) == "application/json" else { return content }
        let document: JSONDocument
        var limits = JSONLimits.sentResource
        limits.values = values
        do throws(JSONFault) {
            document = try JSONDocument(body, limits: limits)
        } catch {
            if error.kind == .cancelled { throw CancellationError() }
            throw error
        }
        if isSealed { content.envelope = try SealedEnvelope(document.root) }
        return content
    }

    /// It stands in the head of answers.
    static func isType(_ type: String) -> Bool {
        type.utf8.allSatisfy { (0x20...0x7E).contains($0) } && type.contains("/") && type.utf8.count <= longestType
    }

    /// Whose bytes they are is the client's business, but no browser is to take them for a page of ours.
    static func headers(_ found: RecordVersion) -> HTTPHeaders {
        var headers: HTTPHeaders = [
            "Content-Type": found.head.contentType ?? "application/octet-stream", "ETag": EntityTag(version: found.version).description,
            "Last-Modified": HTTPDate.format(found.writtenAt),
            "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
            "Content-Disposition": "attachment", "Care-Status": found.record.status.rawValue
        ]
        if !found.annotations.isEmpty { headers.add(name: "Care-Annotations", value: Annotations(stored: found.annotations).header) }
        return headers
    }
}
