import CareModels
import HTTP

// Where lists go on, as a client's `after` names it.

extension TimeCursor {
    init?(_ page: PageRequest) throws {
        guard let time = try page.instant(at: 0), let id: ID<Entity> = try page.id(at: 1) else { return nil }
        self.init(time: time, id: id)
    }

    var fields: [String] { [RFC3339.format(time), id.description] }
}
