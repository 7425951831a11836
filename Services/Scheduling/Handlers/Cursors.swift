import CareModels
import HTTP

// Where lists go on, as a client's `after` names it.

extension TimeCursor {
    init?(_ page: PageRequest) throws {
        guard let startTime = try page.instant(at: 0), let id: AppointmentID = try page.id(at: 1) else { return nil }
        self.init(startTime: startTime, id: id)
    }

    var fields: [String] { [RFC3339.format(startTime), id.description] }
}

extension NameCursor {
    init?(_ page: PageRequest) throws {
        guard let nameKey = try page.text(at: 0), let id: UserID = try page.id(at: 1) else { return nil }
        self.init(nameKey: nameKey, id: id)
    }

    var fields: [String] { [nameKey, id.description] }
}
