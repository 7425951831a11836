import CareModels
import Foundation
import JSON

/// One page of a list: `{"items": […], "nextCursor": "…"}`; without `nextCursor` it is the last.
package struct Page<T: Sendable>: Sendable {
    package var items: [T]
    package var nextCursor: String?

    package init(items: [T], nextCursor: String? = nil) {
        self.items = items
        self.nextCursor = nextCursor
    }
}

extension Page: Encodable where T: Encodable {}

extension Page: JSONWritable where T: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object {
            $0.list("items", items)
            $0.member("nextCursor", nextCursor)
        }
    }
}

/// `?limit=&after=` of a list.
package struct PageRequest: Sendable {
    package var limit: Int
    /// The fields of the cursor that `page` made, e.g. [instant, id]; nil on the first page. A client may have forged them:
    /// read them with `instant(at:)`, `id(at:)`, `text(at:)`, which answer 400 for a field that is missing or of another kind.
    package var after: [String]?

    package init(limit: Int, after: [String]? = nil) {
        self.limit = limit
        self.after = after
    }

    /// Ask the database for `limit + 1` rows; this keeps `limit` and makes the cursor from the last kept one.
    package func page<T: Sendable>(_ rows: [T], cursor: (T) -> [String]) -> Page<T> {
        guard rows.count > limit, limit > 0 else { return Page(items: rows) }
        return Page(items: Array(rows[..<limit]), nextCursor: Cursor.encode(cursor(rows[limit - 1])))
    }

    /// For a list whose pages do not end with a row: the cursor that holds `fields`.
    package static func cursor(_ fields: [String]) -> String? { Cursor.encode(fields) }

    /// The cursor's field at `index`, nil on the first page.
    package func text(at index: Int) throws -> String? {
        guard let after else { return nil }
        guard after.indices.contains(index) else { throw Cursor.fault }
        return after[index]
    }

    package func instant(at index: Int) throws -> Date? {
        guard let text = try text(at: index) else { return nil }
        guard let instant = RFC3339.parse(text) else { throw Cursor.fault }
        return instant
    }

    package func int(at index: Int) throws -> Int? {
        guard let text = try text(at: index) else { return nil }
        guard let number = Int(text) else { throw Cursor.fault }
        return number
    }

    package func id<Entity>(at index: Int, of: Entity.Type = Entity.self) throws -> ID<Entity>? {
        guard let text = try text(at: index) else { return nil }
        guard let id = ID<Entity>(text) else { throw Cursor.fault }
        return id
    }
}

/// Where a page ended, opaque to clients: base64url of a JSON array of strings.
enum Cursor {
    static let longest = 1024

    static var fault: Problem {
        Problem.invalid(Fault("after", "is not a cursor of this list; use nextCursor of the page before, unchanged"))
    }

    static func encode(_ fields: [String]) -> String? {
        guard let json = try? CareJSON.encode(fields) else { return nil }
        return Base64URL.encode(json)
    }

    static func decode(_ text: String) throws -> [String] {
        guard text.utf8.count <= longest, let json = Base64URL.decode(text) else { throw fault }
        guard let fields = try? CareJSON.decode([String].self, from: json, limits: .body) else { throw fault }
        guard !fields.isEmpty, !fields.contains(where: { $0.utf8.contains(0) }) else { throw fault }
        return fields
    }
}
