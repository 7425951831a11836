import CareModels
import Foundation
import JSON

/// What is answered to "where is the nearest".
struct NearestView: JSONWritable, Sendable {
    var judgedAt: Date
    /// The answer may change from then on.
    var freshUntil: Date
    var nearestOpen: ERView?
    var otherOpen: [ERView]
    var possiblyClosed: [ERView]
    var closed: [ERView]

    init(_ found: NearestERs, judgedAt: Date, freshUntil: Date, directions: DirectionsTemplate, in language: Language) {
        self.judgedAt = judgedAt
        self.freshUntil = freshUntil
        nearestOpen = found.nearestOpen.map { ERView($0, directions: directions, in: language) }
        otherOpen = found.otherOpen.map { ERView($0, directions: directions, in: language) }
        possiblyClosed = found.possiblyClosed.map { ERView($0, directions: directions, in: language) }
        closed = found.closed.map { ERView($0, directions: directions, in: language) }
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.list("closed", closed)
            $0.member("freshUntil", freshUntil)
            $0.member("judgedAt", judgedAt)
            $0.member("nearestOpen", nearestOpen)
            $0.list("otherOpen", otherOpen)
            $0.list("possiblyClosed", possiblyClosed)
        }
    }
}
