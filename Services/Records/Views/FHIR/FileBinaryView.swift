import FHIR
import JSON

/// The Binary that stands for a file: what is stored of it but the bytes.
struct FileBinaryView: Sendable {
    /// Stands where the data will be.
    private static let placeholder = "AA=="

    let release: FHIRRelease
    let contentType: String
    let securityContext: String?
    var id: String?

    var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("resourceType", "Binary")
            if let id { json.member("id", id) }
            json.member("contentType", contentType)
            if let securityContext { json.object("securityContext") { $0.member("reference", securityContext) } }
            switch release {
            case .r4: json.member("data", Self.placeholder)
            case .stu3: json.member("content", Self.placeholder)
            }
        }
        return json.bytes
    }
}
