import CareModels
import Foundation
import JSON

/// A version in a Bundle of type `history`: what it is, and how it came to be.
enum HistoryEntry {
    static func write(_ version: RecordVersion, _ type: String, _ id: String, _ urls: ResourceURLs, _ json: inout JSONWriter) {
        json.member("fullUrl", urls.url(type, id))
        if let body = version.body { json.member("resource", json: body) }
        // A first version under an id of ours came by POST; under the client's own, by PUT.
        let isPost = version.version == 1 && version.head.id == nil
        let method = version.body == nil ? "DELETE" : isPost ? "POST" : "PUT"
        json.object("request") {
            $0.member("method", method)
            $0.member("url", isPost ? type : "\(type)/\(id)")
        }
        json.object("response") {
            $0.member("status", version.body == nil ? "204" : version.version == 1 || version.beginsAnew ? "201" : "200")
            $0.member("etag", EntityTag(version: version.version, isWeak: true).description)
            $0.member("lastModified", RFC3339.format(version.writtenAt))
        }
    }
}
