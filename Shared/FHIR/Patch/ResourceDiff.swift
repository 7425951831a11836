import CareModels
import JSON

/// What makes one version of a resource of another, as a FHIRPath Patch: few operations on the smallest elements that differ. What the server says of a version
/// (`meta.versionId`, `meta.lastUpdated`) is left out.
package struct ResourceDiff {
    /// An element that the release does not know has no path.
    package struct UnknownElement: Error, Equatable { package var path: String }

    /// Longer lists, multiplied, are compared from both ends only.
    private static let mostCompared = 250_000

    private let types: FHIRTypes
    private let lists: FHIRLists
    private var operations: [[UInt8]] = []

    /// A Parameters resource.
    package static func parameters(from old: JSONValue, to new: JSONValue, _ release: FHIRRelease) throws -> [UInt8] {
        var diff = ResourceDiff(types: FHIRTypes.of(release), lists: FHIRLists.of(release))
        let type = old["resourceType"]?.string ?? ""
        try diff.objects(old, new, type, at: type, isRoot: true)
        var bytes = Array(#"{"resourceType":"Parameters""#.utf8)
        if !diff.operations.isEmpty { bytes += Array(#","parameter":["#.utf8) + Array(diff.operations.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")] }
        return bytes + [UInt8(ascii: "}")]
    }

    private init(types: FHIRTypes, lists: FHIRLists) {
        self.types = types
        self.lists = lists
    }

    // MARK: Elements

    /// A member with what lies beside it, or an item of a list.
    private struct Item {
        var value: JSONValue?
        var extensions: JSONValue?
        /// The JSON name: `valueQuantity`.
        var name: String

        init?(_ value: JSONValue?, _ extensions: JSONValue?, _ name: String) {
            self.value = value?.kind == .null ? nil : value
            self.extensions = extensions?.kind == .null ? nil : extensions
            self.name = name
            if self.value == nil, self.extensions == nil { return nil }
        }

        func isEqual(_ other: Item) -> Bool {
            name == other.name && Self.isEqual(value, other.value) && Self.isEqual(extensions, other.extensions)
        }

        /// Of equal ones the same.
        var hash: Int {
            var hasher = Hasher()
            hasher.combine(name)
            for part in [value, extensions] { hasher.combine(part?.sameHash) }
            return hasher.finalize()
        }

        private static func isEqual(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
            guard let one, let other else { return one == nil && other == nil }
            return one.isSame(other)
        }
    }

    /// An element's items, and whether it is a list.
    private struct Element {
        var items: [Item]
        var isList: Bool
    }

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
            let (value, beside) = (object[name], object["_" + name])
            guard value?.isList ?? beside?.isList ?? false else {
                found.append((known.element, Element(items: [Item(value, beside, name)].compactMap { $0 }, isList: false)))
                continue
            }
            let (values, extensions) = (value.map { Array($0.children) } ?? [], beside.map { Array($0.children) } ?? [])
            let items = (0..<max(values.count, extensions.count)).map { index in
                Item(index < values.count ? values[index] : nil, index < extensions.count ? extensions[index] : nil, name)
            }
            found.append((known.element, Element(items: items.compactMap { $0 }, isList: true)))
        }
        return found
    }

    private mutating func objects(_ old: JSONValue, _ new: JSONValue, _ type: String, at path: String, isRoot: Bool = false, isMeta: Bool = false) throws {
        try Task.checkCancellation()
        let before = try elements(old, type, path, isMeta: isMeta)
        let after = try elements(new, type, path, isMeta: isMeta)
        let next = Dictionary(after.map { ($0.name, $0.element) }, uniquingKeysWith: { first, _ in first })
        for (name, element) in before {
            let place = "\(path).\(name)"
            guard let other = next[name] else { continue }
            if element.isList || other.isList {
                try items(element.items, other.items, type, at: place)
            } else if let one = element.items.first, let another = other.items.first {
                try change(one, another, type, at: place, isMeta: isRoot && name == "meta")
            }
        }
        let known = Set(before.map(\.name))
        for (name, element) in after where !known.contains(name) {
            // What the server says of the version is no element of ours: then there is nothing to add.
            if isRoot, name == "meta", let value = element.items.first?.value {
                guard try !elements(value, "Meta", "meta", isMeta: true).isEmpty else { continue }
            }
            for item in element.items { try add(item, named: name, type, to: path) }
        }
        // Last: an object that has nothing for a moment would be gone with what held it.
        for (name, element) in before where next[name] == nil {
            for index in element.items.indices.reversed() { delete(element.isList ? "\(path).\(name)[\(index)]" : "\(path).\(name)") }
        }
    }

    private mutating func change(_ old: Item, _ new: Item, _ type: String, at path: String, isMeta: Bool = false) throws {
        if old.isEqual(new) { return }
        if old.name == new.name, let one = old.value, let other = new.value, one.isObject, other.isObject, let element = types.member(old.name, of: type)?.type {
            let own = one["resourceType"]?.string
            if own == other["resourceType"]?.string { return try objects(one, other, own ?? element, at: path, isMeta: isMeta) }
        }
        try operation("replace", path) { diff, bytes in try diff.value(new, type, &bytes) }
    }

    // MARK: Lists

    private mutating func items(_ old: [Item], _ new: [Item], _ type: String, at path: String) throws {
        var kept = Self.common(old, new)
        kept.append((old.count, new.count))
        var (from, to, place) = (0, 0, 0)
        for (oldEnd, newEnd) in kept {
            while from < oldEnd, to < newEnd {
                try change(old[from], new[to], type, at: "\(path)[\(place)]")
                (from, to, place) = (from + 1, to + 1, place + 1)
            }
            while from < oldEnd {
                delete("\(path)[\(place)]")
                from += 1
            }
            while to < newEnd {
                try operation("insert", path) { diff, bytes in
                    try diff.value(new[to], type, &bytes)
                    bytes += Array(#",{"name":"index","valueInteger":\#(place)}"#.utf8)
                }
                (to, place) = (to + 1, place + 1)
            }
            (from, to, place) = (oldEnd + 1, newEnd + 1, place + 1)
        }
    }

    /// Pairs of equal items in both orders, as many as may be.
    private static func common(_ oldItems: [Item], _ newItems: [Item]) -> [(Int, Int)] {
        var numbers = Numbers()
        let (old, new) = (oldItems.map { numbers.of($0) }, newItems.map { numbers.of($0) })
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        var end = 0
        while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        let head = (0..<start).map { ($0, $0) }
        let tail = (0..<end).reversed().map { (old.count - 1 - $0, new.count - 1 - $0) }
        let (rows, columns) = (old.count - start - end, new.count - start - end)
        guard rows > 0, columns > 0, rows * columns <= mostCompared else { return head + tail }
        var lengths = [Int32](repeating: 0, count: (rows + 1) * (columns + 1))
        for row in (0..<rows).reversed() {
            for column in (0..<columns).reversed() {
                let here = row * (columns + 1) + column
                lengths[here] =
                    old[start + row] == new[start + column]
                    ? lengths[here + columns + 2] + 1 : max(lengths[here + columns + 1], lengths[here + 1])
            }
        }
        var middle: [(Int, Int)] = []
        var (row, column) = (0, 0)
        while row < rows, column < columns {
            let here = row * (columns + 1) + column
            if lengths[here] == lengths[here + columns + 1] {
                row += 1
            } else if lengths[here] == lengths[here + 1] {
                column += 1
            } else {
                middle.append((start + row, start + column))
                (row, column) = (row + 1, column + 1)
            }
        }
        return head + middle + tail
    }

    /// Items that are equal have one number, so that each is read once, however many it is compared with.
    private struct Numbers {
        private var known: [Int: [(item: Item, number: Int)]] = [:]
        private var count = 0

        mutating func of(_ item: Item) -> Int {
            let hash = item.hash
            if let same = known[hash]?.first(where: { $0.item.isEqual(item) }) { return same.number }
            count += 1
            known[hash, default: []].append((item, count))
            return count
        }
    }

    // MARK: Operations

    private mutating func delete(_ path: String) { operations.append(Self.operation("delete", path) + Array("]}".utf8)) }

    private mutating func add(_ item: Item, named name: String, _ type: String, to path: String) throws {
        try operation("add", path) { diff, bytes in
            bytes += Array(#",{"name":"name","valueString":"#.utf8) + JSONWriter.quoted(name) + [UInt8(ascii: "}")]
            try diff.value(item, type, &bytes)
        }
    }

    private mutating func operation(_ kind: String, _ path: String, _ more: (ResourceDiff, inout [UInt8]) throws -> Void) throws {
        var bytes = Self.operation(kind, path)
        try more(self, &bytes)
        operations.append(bytes + Array("]}".utf8))
    }

    private static func operation(_ kind: String, _ path: String) -> [UInt8] {
        Array(#"{"name":"operation","part":[{"name":"type","valueCode":"\#(kind)"},{"name":"path","valueString":"\#(path)"}"#.utf8)
    }

    // MARK: Values

    private func value(_ item: Item, _ type: String, _ bytes: inout [UInt8]) throws {
        bytes += Array(#",{"name":"value""#.utf8)
        try content(item, type, &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    /// As a value[x], a resource, or parts where the type has no name of its own.
    private func content(_ item: Item, _ type: String, _ bytes: inout [UInt8]) throws {
        let known = types.member(item.name, of: type)
        if let value = item.value, value["resourceType"]?.kind == .string {
            bytes += Array(#","resource":"#.utf8) + value.bytes
            return
        }
        guard let name = known?.type, name.contains(".") || name.isEmpty, let value = item.value else {
            let plain = known?.type == "xhtml" || known?.type.hasPrefix("http") == true ? "string" : known?.type ?? "string"
            let suffix = plain.prefix(1).uppercased() + plain.dropFirst()
            if let value = item.value { bytes += Array(#","value\#(suffix)":"#.utf8) + value.bytes }
            if let beside = item.extensions { bytes += Array(#","_value\#(suffix)":"#.utf8) + beside.bytes }
            return
        }
        bytes += Array(#","part":["#.utf8)
        var isFirst = true
        for (element, held) in try elements(value, name, item.name, isMeta: false) {
            for part in held.items {
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                isFirst = false
                bytes += Array(#"{"name":"\#(element)""#.utf8)
                try content(part, name, &bytes)
                bytes.append(UInt8(ascii: "}"))
            }
        }
        bytes.append(UInt8(ascii: "]"))
    }
}

extension JSONValue {
    /// Of what `isSame` the same.
    fileprivate var sameHash: Int {
        var hasher = Hasher()
        hasher.combine(kind)
        switch kind {
        case .number: bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        case .string: hasher.combine(string)
        case .array: for item in children { hasher.combine(item.sameHash) }
        case .object:
            // In any order.
            var sum = 0
            for member in children {
                var pair = Hasher()
                pair.combine(member.name)
                pair.combine(member.sameHash)
                sum &+= pair.finalize()
            }
            hasher.combine(sum)
        default: break
        }
        return hasher.finalize()
    }

    /// The same to a reader who keeps decimals: 1.0 is not 1.00.
    func isSame(_ other: JSONValue) -> Bool {
        guard kind == other.kind else { return false }
        switch kind {
        case .number: return bytes.elementsEqual(other.bytes)
        case .array: return childCount == other.childCount && zip(children, other.children).allSatisfy { $0.isSame($1) }
        case .object:
            guard childCount == other.childCount else { return false }
            let theirs = other.membersByName
            return children.allSatisfy { member in theirs[member.nameBytes].map(member.isSame) ?? false }
        default: return isEqual(other)
        }
    }
}
