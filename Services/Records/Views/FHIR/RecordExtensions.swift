import CareModels
import JSON

/// What is known of a resource beside its contents, in the `search` of a Bundle's entry: an app that has a list need not ask for each. The resource itself stays byte
/// for byte what it is.
enum RecordExtensions {
    static let status = "https://careline.example/fhir/record-status"
    static let created = "https://careline.example/fhir/record-created"

    static func write(_ version: RecordVersion, _ json: inout JSONWriter) {
        json.list("extension", version.annotations.isEmpty ? [status, created] : [BundleEntry.annotationsURL, status, created]) { url, json in
            json.object {
                $0.member("url", url)
                switch url {
                case status: $0.member("valueCode", version.record.status.rawValue)
                case created: $0.member("valueInstant", version.record.createdAt)
                default: $0.member("valueString", Annotations(stored: version.annotations).header)
                }
            }
        }
    }
}
