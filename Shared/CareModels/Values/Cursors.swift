import Foundation

/// Where a list in order of time goes on: behind this instant and id.
package struct TimeCursor<Entity>: Hashable, Sendable {
    package var instant: Date
    package var id: ID<Entity>

    package init(_ instant: Date, _ id: ID<Entity>) {
        self.instant = instant
        self.id = id
    }
}

/// Where a list in order of names goes on: behind this name, folded as it is sorted by, and id.
package struct NameCursor<Entity>: Hashable, Sendable {
    package var name: String
    package var id: ID<Entity>

    package init(_ name: String, _ id: ID<Entity>) {
        self.name = name
        self.id = id
    }
}
