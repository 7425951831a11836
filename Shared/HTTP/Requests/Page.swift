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
    /// Whose cursors it takes and makes.
    private let list: ListTag

    init(limit: Int, of list: ListTag, after: [String]? = nil) {
        self.limit = limit
        self.list = list
        self.after = after
    }

    /// Ask the database for `limit + 1` rows; this keeps `limit` and makes the cursor from the last kept one.
    package func page<T: Sendable>(_ rows: [T], cursor: (T) -> [String]) -> Page<T> {
        guard rows.count > limit, limit > 0 else { return Page(items: rows) }
        return Page(items: Array(rows[..<limit]), nextCursor: self.cursor(cursor(rows[limit - 1])))
    }

    /// For a list whose pages do not end with a row: the cursor that holds `fields`.
    package func cursor(_ fields: [String]) -> String? { Cursor.encode(fields, of: list) }

    /// The 400 of a cursor with a field that its handler reads by itself and cannot take.
    package static var fault: Problem { Cursor.fault }

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

/// Where a page ended, opaque to clients: base64url of a JSON array of strings, the last of which says of which list it is.
enum Cursor {
    /// Lists by name hold a name of 200 code points, which may be 800 bytes (a hundred emoji in a colour of skin) and more once it is folded; base64 makes a third more
    /// of them. With less nobody would get beyond whoever is called so.
    static let longest = 4 << 10

    /// Before the list's tag. No list's own last field begins with it: those are ids, instants, numbers, and names of apps and specialties.
    private static let mark = "~"

    static var fault: Problem {
        Problem.invalid(Fault("after", "is not a cursor of this list; use nextCursor of the page before, unchanged"))
    }

    static func encode(_ fields: [String], of list: ListTag) -> String? {
        guard let json = try? CareJSON.encode(fields + [mark + list.text]) else { return nil }
        return Base64URL.encode(json)
    }

    /// Its fields without the tag. Release 2.0.0 writes none, and passes over what is behind the fields that it reads: beside it, and with what apps have kept of it,
    /// a cursor without a tag is taken for any list's. The release after this one may refuse it. `list`: nil where any list's will do.
    static func decode(_ text: String, of list: ListTag?) throws -> [String] {
        guard text.utf8.count <= longest, let json = Base64URL.decode(text) else { throw fault }
        guard var fields = try? CareJSON.decode([String].self, from: json, limits: .body) else { throw fault }
        if let last = fields.last, last.hasPrefix(mark) {
            if let list, last != mark + list.text { throw fault }
            fields.removeLast()
        }
        guard !fields.isEmpty, !fields.contains(where: { $0.utf8.contains(0) }) else { throw fault }
        return fields
    }
}
