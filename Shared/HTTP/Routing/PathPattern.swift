/// A route's path, taken apart: `/users/:id/items`, `/calendars/:token.ics`.
struct PathPattern {
    enum Segment: Equatable {
        case literal(String)
        /// `suffix` is the literal that follows the name in the same segment; mostly empty.
        case parameter(name: String, suffix: String)
    }

    let segments: [Segment]

    init(_ path: String) {
        precondition(path.hasPrefix("/"), "a route's path begins with /: \(path)")
        segments = path.dropFirst().split(separator: "/").map { part in
            guard part.first == ":" else { return .literal(String(part)) }
            let name = part.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            precondition(!name.isEmpty, "a path parameter has a name: \(path)")
            return .parameter(name: String(name), suffix: String(part[name.endIndex...]))
        }
    }

    var openAPI: String {
        let parts = segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name, let suffix): "{\(name)}\(suffix)"
            }
        }
        return "/" + parts.joined(separator: "/")
    }
}
