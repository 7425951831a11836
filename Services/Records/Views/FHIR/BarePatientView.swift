import CareModels
import JSON

/// The Patient resource of a person of whom none is stored: their id, and no more.
struct BarePatientView: Sendable {
    var id: UserID

    var bytes: [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.member("resourceType", "Patient")
            $0.member("id", id.description)
        }
        return json.bytes
    }
}
