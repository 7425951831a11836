import CareModels
import JSON

/// The files of an export (https://hl7.org/fhir/uv/bulkdata/export.html#response---complete-status).
struct ExportManifestView: Sendable {
    let export: RecordExport
    let files: [ExportFile]
    /// Types of whose files it is said how much is in them.
    let counted: Set<String>
    let base: String

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 512 + files.count * 200)
        json.object {
            $0.member("transactionTime", export.at)
            $0.member("request", export.request)
            $0.member("requiresAccessToken", true)
            $0.list("output", files.filter { !$0.isOfDeletions }) { file, json in
                json.object {
                    $0.member("type", file.type)
                    $0.member("url", url(file))
                    if counted.contains(file.type) { $0.member("count", file.resources) }
                }
            }
            if export.namesDeletions {
                $0.list("deleted", files.filter(\.isOfDeletions)) { file, json in
                    json.object {
                        $0.member("type", "Bundle")
                        $0.member("url", url(file))
                    }
                }
            }
            $0.list("error", [ExportFile]()) { _, _ in }
        }
        return json.bytes
    }

    private func url(_ file: ExportFile) -> String { "\(base)/$export/\(export.id)/files/\(file.number)" }
}
