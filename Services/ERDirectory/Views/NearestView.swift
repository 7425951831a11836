import CareModels
import Foundation
import JSON

/// What is answered to "where is the nearest".
struct NearestView: JSONWritable, Sendable {
    var asOf: Date
    /// The answer may change from then on.
    var freshUntil: Date
    var nearestOpen: ERView?
    var otherOpen: [ERView]
    var possiblyClosed: [ERView]
    var closed: [ERView]

    init(_ found: NearestERs, asOf now: Date, freshUntil: Date, directions: DirectionsTemplate, in language: Language) {
        asOf = now
        self.freshUntil = freshUntil
        nearestOpen = found.nearestOpen.map { ERView($0, directions: directions, in: language) }
        otherOpen = found.otherOpen.map { ERView($0, directions: directions, in: language) }
        possiblyClosed = found.possiblyClosed.map { ERView($0, directions: directions, in: language) }
        closed = found.closed.map { ERView($0, directions: directions, in: language) }
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("asOf", asOf)
            $0.list("closed", closed)
            $0.member("freshUntil", freshUntil)
            $0.member("nearestOpen", nearestOpen)
            $0.list("otherOpen", otherOpen)
            $0.list("possiblyClosed", possiblyClosed)
        }
    }
}
