import CareModels
import HTTP

// Where lists go on, as a client's `after` names it.

extension TimeCursor {
    init?(_ page: PageRequest) throws {
        guard let instant = try page.instant(at: 0), let id: ID<Any> = try page.id(at: 1) else { return nil }
        self.init(instant: instant, id: id.uuid)
    }
}
