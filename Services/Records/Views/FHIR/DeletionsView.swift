import CareModels
import JSON

/// Resources that were deleted, as a transaction that deletes them (https://hl7.org/fhir/uv/bulkdata/export.html#bulk-data-output-file-request).
struct DeletionsView: Sendable {
    let type: String
    let ids: [String]
    /// Whose they were, where the export is everybody's.
    let owner: UserID?

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 128 + ids.count * (owner == nil ? 128 : 256))
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", "transaction")
            $0.list("entry", ids) { id, json in
                json.object {
                    if let owner { RecordExtensions.write(of: owner, &$0) }
                    $0.object("request") {
                        $0.member("method", "DELETE")
                        $0.member("url", "\(type)/\(id)")
                    }
                }
            }
        }
        return json.bytes
    }
}
