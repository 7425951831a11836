import CareModels

// How a client's `after` spells the two places that lists have in common.

extension TimeCursor {
    /// Nil on the first page. A client may have forged it.
    package init?(_ page: PageRequest) throws {
        guard let instant = try page.instant(at: 0), let id: ID<Entity> = try page.id(at: 1) else { return nil }
        self.init(instant, id)
    }

    package var fields: [String] { [RFC3339.format(instant), id.description] }
}

extension NameCursor {
    /// Nil on the first page. A client may have forged it.
    package init?(_ page: PageRequest) throws {
        guard let name = try page.text(at: 0), let id: ID<Entity> = try page.id(at: 1) else { return nil }
        self.init(name, id)
    }

    package var fields: [String] { [name, id.description] }
}
