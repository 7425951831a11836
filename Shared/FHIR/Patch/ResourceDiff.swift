import CareModels
import JSON

/// What makes one version of a resource of another, as a FHIRPath Patch: few operations on the smallest elements that differ. What the server says of a version
/// (`meta.versionId`, `meta.lastUpdated`) is left out.
package struct ResourceDiff {
    /// An element that the release does not know has no path.
    package struct UnknownElement: Error, Equatable { package var path: String }
    /// The two differ in more than is told, or it would take too long to find out.
    package struct TooMuch: Error, Equatable {}

    /// Ten times as many as a patch may have: what is told is for people, too.
    package static let mostOperations = 10_000
    /// Of the patch: twice what a resource may have.
    package static let mostBytes = 8 << 20
    /// Values, and sixteenths of their bytes, that are held against another, or numbered, each as often as it is: again at each level at which something differs.
    static let mostSteps = 32_000_000
    /// Longer lists, multiplied, are compared from both ends only.
    private static let mostCompared = 250_000

    private let types: FHIRTypes
    private let lists: FHIRLists
    private var bytes = Array(#"{"resourceType":"Parameters""#.utf8)
    private var count = 0
    private var steps = 0

    /// A Parameters resource.
    package static func parameters(from old: JSONValue, to new: JSONValue, _ release: FHIRRelease) throws -> [UInt8] {
        var diff = ResourceDiff(types: FHIRTypes.of(release), lists: FHIRLists.of(release))
        let type = old["resourceType"]?.string ?? ""
        try diff.objects(old, new, type, at: type, isRoot: true)
        diff.bytes += (diff.count > 0 ? "]}" : "}").utf8
        return diff.bytes
    }

    private init(types: FHIRTypes, lists: FHIRLists) {
        self.types = types
        self.lists = lists
    }

    /// Before so many values are looked at.
    private mutating func spend(_ values: Int) throws {
        try Task.checkCancellation()
        steps += values
        guard steps <= Self.mostSteps else { throw TooMuch() }
    }

    // MARK: Elements

    /// In the order of the object.
    private func elements(_ object: JSONValue, _ type: String, _ path: String, isMeta: Bool) throws -> [(name: String, element: Element)] {
        var found: [(name: String, element: Element)] = []
        var seen: Set<String> = []
        for member in object.children {
            // In STU3 an element of a claim is called so too.
            guard var name = member.name, name != "resourceType" || member.kind != .string else { continue }
            if name.hasPrefix("_") { name.removeFirst() }
            if isMeta, name == "versionId" || name == "lastUpdated" { continue }
            guard seen.insert(name).inserted else { continue }
            guard let known = types.member(name, of: type) else { throw UnknownElement(path: "\(path).\(name)") }
            try Task.checkCancellation()
            found.append((known.element, Element(object[name], object["_" + name], name, of: object)))
        }
        return found
    }

    private mutating func objects(_ old: JSONValue, _ new: JSONValue, _ type: String, at path: String, isRoot: Bool = false, isMeta: Bool = false) throws {
        let before = try elements(old, type, path, isMeta: isMeta)
        let after = try elements(new, type, path, isMeta: isMeta)
        let next = Dictionary(after.map { ($0.name, $0.element) }, uniquingKeysWith: { first, _ in first })
        for (name, element) in before {
            let place = "\(path).\(name)"
            guard let other = next[name] else { continue }
            if element.isList || other.isList {
                try items(element, other, type, at: place)
            } else if let one = element.first, let another = other.first {
                try change(one, another, type, at: place, isMeta: isRoot && name == "meta")
            }
        }
        let known = Set(before.map(\.name))
        for (name, element) in after where !known.contains(name) {
            // What the server says of the version is no element of ours: then there is nothing to add.
            if isRoot, name == "meta", let value = element.first?.value {
                guard try !elements(value, "Meta", "meta", isMeta: true).isEmpty else { continue }
            }
            for index in 0..<element.count { try add(element[index], named: name, type, to: path) }
        }
        // Last: an object that has nothing for a moment would be gone with what held it.
        for (name, element) in before where next[name] == nil {
            for index in (0..<element.count).reversed() { try operation("delete", element.isList ? "\(path).\(name)[\(index)]" : "\(path).\(name)") }
        }
    }

    private mutating func change(_ old: Item, _ new: Item, _ type: String, at path: String, isMeta: Bool = false) throws {
        if try areEqual(old, new) { return }
        if old.name == new.name, let one = old.value, let other = new.value, one.isObject, other.isObject, let element = types.member(old.name, of: type)?.type {
            let own = one["resourceType"]?.string
            if own == other["resourceType"]?.string { return try objects(one, other, own ?? element, at: path, isMeta: isMeta) }
        }
        try operation("replace", path) { diff in try diff.value(new, type) }
    }

    private mutating func areEqual(_ old: Item, _ new: Item) throws -> Bool {
        try spend(old.size + new.size)
        return old.isEqual(new)
    }

    // MARK: Lists

    private mutating func items(_ old: Element, _ new: Element, _ type: String, at path: String) throws {
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter, try areEqual(old[start], new[start]) { start += 1 }
        var end = 0
        while end < shorter - start, try areEqual(old[old.count - 1 - end], new[new.count - 1 - end]) { end += 1 }
        let (oldRange, newRange) = (start..<old.count - end, start..<new.count - end)
        var kept = try common(old, oldRange, new, newRange)
        kept.append((oldRange.upperBound, newRange.upperBound))
        var (from, to, place) = (start, start, start)
        for (oldEnd, newEnd) in kept {
            while from < oldEnd, to < newEnd {
                try change(old[from], new[to], type, at: "\(path)[\(place)]")
                (from, to, place) = (from + 1, to + 1, place + 1)
            }
            while from < oldEnd {
                try operation("delete", "\(path)[\(place)]")
                from += 1
            }
            while to < newEnd {
                try operation("insert", path) { diff in
                    try diff.value(new[to], type)
                    try diff.write(#",{"name":"index","valueInteger":\#(place)}"#)
                }
                (to, place) = (to + 1, place + 1)
            }
            (from, to, place) = (oldEnd + 1, newEnd + 1, place + 1)
        }
    }

    /// Pairs of equal items of two parts in both orders, as many as may be; none where the parts are long.
    private mutating func common(_ old: Element, _ oldRange: Range<Int>, _ new: Element, _ newRange: Range<Int>) throws -> [(Int, Int)] {
        guard !oldRange.isEmpty, !newRange.isEmpty, oldRange.count * newRange.count <= Self.mostCompared else { return [] }
        var numbers = Numbers()
        func numbered(_ element: Element, _ range: Range<Int>, _ diff: inout ResourceDiff) throws -> [Int] {
            try range.map { index in
                let item = element[index]
                // To be hashed, and compared with the one that it is like.
                try diff.spend(3 * item.size)
                return numbers.of(item)
            }
        }
        let (oldNumbers, newNumbers) = (try numbered(old, oldRange, &self), try numbered(new, newRange, &self))
        return CommonSubsequence.pairs(oldNumbers, newNumbers).map { (oldRange.lowerBound + $0, newRange.lowerBound + $1) }
    }

    // MARK: Operations

    private mutating func add(_ item: Item, named name: String, _ type: String, to path: String) throws {
        try operation("add", path) { diff in
            try diff.write(#",{"name":"name","valueString":"#)
            try diff.write(JSONWriter.quoted(name))
            try diff.write("}")
            try diff.value(item, type)
        }
    }

    private mutating func operation(_ kind: String, _ path: String, _ more: (inout ResourceDiff) throws -> Void = { _ in }) throws {
        try Task.checkCancellation()
        guard count < Self.mostOperations else { throw TooMuch() }
        try write(count == 0 ? #","parameter":["# : ",")
        count += 1
        try write(#"{"name":"operation","part":[{"name":"type","valueCode":"\#(kind)"},{"name":"path","valueString":"\#(path)"}"#)
        try more(&self)
        try write("]}")
    }

    private mutating func write(_ text: String) throws { try write(text.utf8) }

    private mutating func write(_ part: some Collection<UInt8>) throws {
        guard bytes.count + part.count <= Self.mostBytes else { throw TooMuch() }
        bytes.append(contentsOf: part)
    }

    // MARK: Values

    private mutating func value(_ item: Item, _ type: String) throws {
        try write(#",{"name":"value""#)
        try content(item, type)
        try write("}")
    }

    /// As a value[x], a resource, or parts where the type has no name of its own.
    private mutating func content(_ item: Item, _ type: String) throws {
        let known = types.member(item.name, of: type)
        if let value = item.value, value["resourceType"]?.kind == .string {
            try write(#","resource":"#)
            try write(value.bytes)
            return
        }
        guard let name = known?.type, name.contains(".") || name.isEmpty, let value = item.value else {
            let plain = known?.type == "xhtml" || known?.type.hasPrefix("http") == true ? "string" : known?.type ?? "string"
            let suffix = plain.prefix(1).uppercased() + plain.dropFirst()
            if let value = item.value {
                try write(#","value\#(suffix)":"#)
                try write(value.bytes)
            }
            if let beside = item.extensions {
                try write(#","_value\#(suffix)":"#)
                try write(beside.bytes)
            }
            return
        }
        try write(#","part":["#)
        var isFirst = true
        for (element, held) in try elements(value, name, item.name, isMeta: false) {
            for index in 0..<held.count {
                if !isFirst { try write(",") }
                isFirst = false
                try write(#"{"name":"\#(element)""#)
                try content(held[index], name)
                try write("}")
            }
        }
        try write("]")
    }
}
