import CareModels
import JSON

/// What has changed since a position of the feed.
struct ChangesView: JSONWritable, Sendable {
    var items: [ChangeView]
    /// There is more already.
    var nextCursor: String?
    /// Ask with this as `since` next time.
    var nextSince: Int

    func write(to json: inout JSONWriter) {
        json.object {
            $0.list("items", items)
            $0.member("nextCursor", nextCursor)
            $0.member("nextSince", nextSince)
        }
    }
}

struct ChangeView: JSONWritable, Sendable {
    enum Kind: String { case er, schedule }

    var position: Int
    var type: Kind
    var erId: ERID
    /// The emergency room is gone, its hours with it; or the date's hours are not known any more.
    var deleted: Bool
    var er: ERView?
    var schedule: ScheduleDayView?

    init(_ change: FeedChange, directions: DirectionsTemplate) {
        position = change.position
        switch change {
        case .er(let record):
            type = .er
            erId = record.id
            deleted = record.removedAt != nil
            er = deleted ? nil : ERView(record, directions: directions)
        case .schedule(let day):
            type = .schedule
            erId = day.erID
            deleted = day.hours == nil
            schedule = ScheduleDayView(day)
        }
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("deleted", deleted)
            $0.member("er", er)
            $0.member("erId", erId.description)
            $0.member("position", position)
            $0.member("schedule", schedule)
            $0.member("type", type.rawValue)
        }
    }
}
