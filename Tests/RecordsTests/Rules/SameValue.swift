import JSON

@testable import RecordsService

extension JSONValue {
    /// The same value: members in any order, numbers by their exact text, strings by what they say. `ignoring` are paths that may differ.
    func isSame(as other: JSONValue, ignoring: Set<String> = []) -> Bool { difference(from: other, ignoring: ignoring, at: "") == nil }

    /// Where they differ first.
    func difference(from other: JSONValue, ignoring: Set<String>, at place: String = "") -> String? {
        if ignoring.contains(place) { return nil }
        guard kind == other.kind else { return place }
        switch kind {
        case .object:
            let (mine, theirs) = (members, other.members)
            for (name, value) in mine {
                let path = place.isEmpty ? name : "\(place).\(name)"
                if ignoring.contains(path) { continue }
                guard let counterpart = theirs[name] else { return path }
                if let difference = value.difference(from: counterpart, ignoring: ignoring, at: path) { return difference }
            }
            for name in theirs.keys where mine[name] == nil {
                let path = place.isEmpty ? name : "\(place).\(name)"
                if !ignoring.contains(path) { return path }
            }
            return nil
        case .array:
            let (mine, theirs) = (Array(children), Array(other.children))
            guard mine.count == theirs.count else { return place }
            for (index, value) in mine.enumerated() {
                if let difference = value.difference(from: theirs[index], ignoring: ignoring, at: "\(place)[\(index)]") { return difference }
            }
            return nil
        case .string: return string == other.string ? nil : place
        case .number: return bytes.elementsEqual(other.bytes) ? nil : place
        case .true, .false, .null: return nil
        }
    }

    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for child in children {
            if let name = child.name { members[name] = child }
        }
        return members
    }
}
