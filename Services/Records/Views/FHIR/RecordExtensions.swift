import CareModels
import JSON

/// What is known of a resource beside its contents, in the `search` of a Bundle's entry: an app that has a list need not ask for each. The resource itself stays byte
/// for byte what it is.
enum RecordExtensions {
    static let status = "https://careline.example/fhir/record-status"
    static let created = "https://careline.example/fhir/record-created"
    static let person = "https://careline.example/fhir/record-person"

    /// - Parameter owner: whose record it is, where the list is of several persons.
    static func write(_ version: RecordVersion, of owner: UserID? = nil, _ json: inout JSONWriter) {
        let urls = (version.annotations.isEmpty ? [] : [BundleEntry.annotationsURL]) + [status, created] + (owner == nil ? [] : [person])
        json.list("extension", urls) { url, json in
            json.object {
                $0.member("url", url)
                switch url {
                case status: $0.member("valueCode", version.record.status.rawValue)
                case created: $0.member("valueInstant", version.record.createdAt)
                case person: if let owner { write(reference: owner, &$0) }
                default: $0.member("valueString", Annotations(stored: version.annotations).header)
                }
            }
        }
    }
    /// Of what has no more to be told of it than whose it was.
    static func write(of owner: UserID, _ json: inout JSONWriter) {
        json.list("extension", [person]) { url, json in
            json.object {
                $0.member("url", url)
                write(reference: owner, &$0)
            }
        }
    }

    private static func write(reference owner: UserID, _ json: inout JSONWriter) {
        json.object("valueReference") { $0.member("reference", "Patient/\(owner)") }
    }
}
