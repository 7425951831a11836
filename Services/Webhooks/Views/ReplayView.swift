import Foundation
import JSON

/// How many events were made to wait again.
struct ReplayView: JSONWritable, Sendable {
    let from: Date
    let queued: Int

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("from", from)
            $0.member("queued", queued)
        }
    }
}
