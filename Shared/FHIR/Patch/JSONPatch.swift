import CareModels
import JSON

/// A JSON Patch (RFC 6902), read whole before anything is changed.
package struct JSONPatch: Sendable {
    package static let mediaType = "application/json-patch+json"
    package static let mostOperations = 250
    /// Each operation may copy, or compare, what the ones before have made of the resource: so many bytes in all.
    static let mostRead = 64 << 20
    /// Children of objects and lists that are passed over on the ways to all parts.
    static let mostSteps = 4_000_000
    /// In bytes, of the resource between two operations.
    static let longest = 8 << 20

    private enum Operation: Sendable {
        case add(JSONPointer, JSONValue)
        case remove(JSONPointer)
        case replace(JSONPointer, JSONValue)
        case move(from: JSONPointer, to: JSONPointer)
        case copy(from: JSONPointer, to: JSONPointer)
        case test(JSONPointer, JSONValue)
    }

    private let operations: [Operation]

    package init(_ patch: JSONValue) throws(PatchFault) {
        guard patch.kind == .array else { throw .malformed("A JSON Patch is a list of operations.") }
        let count = patch.childCount
        guard count <= Self.mostOperations else {
            throw .malformed("The patch has \(count) operations; at most \(Self.mostOperations) are taken.")
        }
        var operations: [Operation] = []
        for (index, operation) in patch.children.enumerated() { operations.append(try Self.operation(operation, index)) }
        self.operations = operations
    }

    private static func operation(_ value: JSONValue, _ index: Int) throws(PatchFault) -> Operation {
        guard value.kind == .object else { throw .malformed("An operation is an object.", operation: index) }
        guard let name = value["op"]?.string else { throw .malformed("An operation says its op.", operation: index) }
        let path = try pointer(value, "path", index)
        switch name {
        case "add": return .add(path, try operand(value, index, path))
        case "remove": return .remove(path)
        case "replace": return .replace(path, try operand(value, index, path))
        case "test": return .test(path, try operand(value, index, path))
        case "move": return .move(from: try pointer(value, "from", index), to: path)
        case "copy": return .copy(from: try pointer(value, "from", index), to: path)
        default: throw .malformed("The op is add, remove, replace, move, copy or test.", operation: index, at: path.text)
        }
    }

    private static func pointer(_ value: JSONValue, _ name: String, _ index: Int) throws(PatchFault) -> JSONPointer {
        guard let text = value[name]?.string else { throw .malformed("The operation says no \(name).", operation: index) }
        guard let pointer = JSONPointer(text) else {
            let most = JSONPointer.longest
            throw .malformed(
                "The \(name) is no JSON Pointer of at most \(most) bytes: it is empty, or has a / before each step, with ~0 for ~ and ~1 for /.", operation: index,
                at: String(text.prefix(200)))
        }
        return pointer
    }

    private static func operand(_ value: JSONValue, _ index: Int, _ path: JSONPointer) throws(PatchFault) -> JSONValue {
        guard let operand = value["value"] else { throw .malformed("The operation has no value.", operation: index, at: path.text) }
        return operand
    }

    /// All operations in their order, or none. What they do not touch stays as its bytes are.
    package func apply(to document: JSONValue) throws -> [UInt8] {
        var work = PatchWork()
        return try apply(to: document, &work)
    }

    /// The same; `work` grows by what it has cost, also where it is refused.
    package func apply(to document: JSONValue, _ work: inout PatchWork) throws -> [UInt8] {
        var tree = PatchTree(document)
        var reading = Reading(length: document.bytes.count)
        defer {
            work.steps += reading.passed
            work.bytes += reading.read + document.bytes.count
        }
        for (index, operation) in operations.enumerated() {
            try Task.checkCancellation()
            try Self.apply(operation, index, to: &tree, &reading)
        }
        return tree.bytes
    }

    /// What a patch costs: a copy of a copy doubles, a place in a long list is far, and a few bytes of an operation ask for either.
    private struct Reading {
        /// The resource is no longer than this by now.
        private(set) var length: Int
        private(set) var read = 0
        /// Children on the ways to parts.
        private(set) var passed = 0

        init(length: Int) { self.length = length }

        /// Finds something in the tree, and counts what was passed over.
        mutating func look<Found>(_ index: Int, _ find: (inout Int) -> Found) throws(PatchFault) -> Found {
            let found = find(&passed)
            guard passed <= JSONPatch.mostSteps else { throw Self.fault(index) }
            return found
        }

        /// Those behind a place in a list move when something comes or goes there: much faster than they are looked at.
        mutating func shift(_ container: PatchTree.Container, at place: Int, _ index: Int) throws(PatchFault) {
            try look(index) { $0 += (container.slots.count - place) / 8 }
        }

        /// Before a part of the resource is taken out of it: of one that was changed it is not known how long it is.
        mutating func take(_ part: PatchTree.Part, _ index: Int) throws(PatchFault) {
            if case .source(let value) = part { read += value.range.count } else { read += length }
            guard read <= JSONPatch.mostRead else { throw Self.fault(index) }
        }

        /// What is put into it has a name and a comma, too.
        mutating func grow(by value: JSONValue, at path: JSONPointer, _ index: Int) throws(PatchFault) {
            length += value.range.count + (path.steps.last?.utf8.count ?? 0) + 4
            guard length <= JSONPatch.longest else { throw Self.fault(index) }
        }

        private static func fault(_ index: Int) -> PatchFault {
            PatchFault("So many operations are too much for a resource of this size; send them in parts.", operation: index)
        }
    }

    private static func apply(_ operation: Operation, _ index: Int, to tree: inout PatchTree, _ reading: inout Reading) throws(PatchFault) {
        switch operation {
        case .add(let path, let value):
            try reading.grow(by: value, at: path, index)
            try add(value, at: path, index, &tree, &reading)
        case .remove(let path): try remove(path, index, &tree, &reading)
        case .replace(let path, let value):
            try reading.grow(by: value, at: path, index)
            guard let last = path.steps.last else { return tree.replaceRoot(value) }
            guard let (container, place) = try place(last, in: path, index, &tree, &reading) else { throw nothing(index, path) }
            container.set(place, .source(value))
        case .move(let from, let path):
            guard from == path || !path.isWithin(from) else {
                throw .malformed("Nothing is moved into itself.", operation: index, at: path.text)
            }
            let value = try value(from, index, tree, &reading)
            guard from != path else { return }
            try remove(from, index, &tree, &reading)
            try add(value, at: path, index, &tree, &reading)
        case .copy(let from, let path):
            let value = try value(from, index, tree, &reading)
            try reading.grow(by: value, at: path, index)
            try add(value, at: path, index, &tree, &reading)
        case .test(let path, let value):
            guard try self.value(path, index, tree, &reading).isEqual(value) else {
                throw PatchFault("What is there is not what the test expects.", operation: index, at: path.text)
            }
        }
    }

    private static func value(_ path: JSONPointer, _ index: Int, _ tree: PatchTree, _ reading: inout Reading) throws(PatchFault) -> JSONValue {
        guard let part = try reading.look(index, { tree.part(at: path.steps, &$0) }) else { throw nothing(index, path) }
        try reading.take(part, index)
        do {
            return try tree.frozen(part)
        } catch {
            throw tooDeep(index, path)
        }
    }

    private static func open(_ path: JSONPointer, _ index: Int, _ tree: inout PatchTree, _ reading: inout Reading) throws(PatchFault) -> PatchTree.Container? {
        try reading.look(index) { tree.open(path.steps.dropLast(), &$0) }
    }

    /// What the last step of a path names, and in what it is.
    private static func place(
        _ last: String, in path: JSONPointer, _ index: Int, _ tree: inout PatchTree, _ reading: inout Reading
    ) throws(PatchFault) -> (PatchTree.Container, Int)? {
        guard let container = try open(path, index, &tree, &reading), let place = try reading.look(index, { container.index(of: last, &$0) }) else { return nil }
        return (container, place)
    }

    private static func add(
        _ value: JSONValue, at path: JSONPointer, _ index: Int, _ tree: inout PatchTree, _ reading: inout Reading
    ) throws(PatchFault) {
        guard let last = path.steps.last else { return tree.replaceRoot(value) }
        // What is read by its bytes again is no deeper than that either.
        guard path.steps.count <= JSONLimits.resource.depth else { throw tooDeep(index, path) }
        guard let container = try open(path, index, &tree, &reading) else {
            throw PatchFault("There is no object or list that it could be added to.", operation: index, at: path.text)
        }
        if container.isObject {
            if let place = try reading.look(index, { container.index(of: last, &$0) }) { return container.set(place, .source(value)) }
            return container.insert(.source(value), named: last, at: container.slots.count)
        }
        guard let place = last == "-" ? container.slots.count : JSONPointer.index(last), place <= container.slots.count else {
            throw PatchFault("The list has \(container.slots.count) items, and no such place.", operation: index, at: path.text)
        }
        try reading.shift(container, at: place, index)
        container.insert(.source(value), at: place)
    }

    private static func remove(_ path: JSONPointer, _ index: Int, _ tree: inout PatchTree, _ reading: inout Reading) throws(PatchFault) {
        guard let last = path.steps.last else { throw PatchFault("The whole is not removed by a patch; delete the resource.", operation: index, at: path.text) }
        guard let (container, place) = try place(last, in: path, index, &tree, &reading) else { throw nothing(index, path) }
        try reading.shift(container, at: place, index)
        container.slots.remove(at: place)
    }

    private static func nothing(_ index: Int, _ path: JSONPointer) -> PatchFault { PatchFault("There is nothing there.", operation: index, at: path.text) }

    private static func tooDeep(_ index: Int, _ path: JSONPointer) -> PatchFault {
        PatchFault("It would lie deeper than \(JSONLimits.resource.depth) levels.", operation: index, at: path.text)
    }
}
