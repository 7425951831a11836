import CareModels
import Foundation

// How a client's `after` spells the two places that lists have in common.

extension TimeCursor {
    /// Nil on the first page. A client may have forged it.
    package init?(_ page: PageRequest) throws {
        guard let instant = try page.instant(at: 0), let id: ID<Entity> = try page.id(at: 1) else { return nil }
        self.init(instant, id)
    }

    package var fields: [String] { [Self.spelled(instant), id.description] }

    /// To the microsecond, as the database keeps it: rounded to the millisecond, as bodies are, the place would be before the very item that it is behind, which
    /// would come again and again, or behind others of that millisecond, which would never come.
    private static func spelled(_ instant: Date) -> String {
        // Of a Date's own seconds: those since 1970 are coarser by a bit.
        let whole = instant.timeIntervalSinceReferenceDate.rounded(.down)
        let microseconds = Int(((instant.timeIntervalSinceReferenceDate - whole) * 1e6).rounded())
        guard microseconds % 1000 != 0 else { return RFC3339.format(instant) }
        let second = RFC3339.format(Date(timeIntervalSinceReferenceDate: whole))
        // Six digits, with the zeros at their head.
        return "\(second.dropLast()).\(String(1_000_000 + microseconds).dropFirst())Z"
    }
}

extension NameCursor {
    /// Nil on the first page. A client may have forged it.
    package init?(_ page: PageRequest) throws {
        guard let name = try page.text(at: 0), let id: ID<Entity> = try page.id(at: 1) else { return nil }
        self.init(name, id)
    }

    package var fields: [String] { [name, id.description] }
}
