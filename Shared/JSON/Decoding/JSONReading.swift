import Foundation

/// One decoding of a document: what its decoders and containers share. It makes nothing but what is asked for: no dictionary of an
/// object, no string of a name.
final class JSONReading {
    let bytes: [UInt8]
    let nodes: [JSONNode]
    /// By depth, the member that was found last: what is asked for in the order of the text is found at once, and what is not costs a
    /// walk over the object, as many walks as its type has properties.
    private let found: UnsafeMutablePointer<UInt32>
    /// Members that were compared with a name, and values that were read: what a test of linear time counts.
    private let counts: UnsafeMutablePointer<Int>
    /// Where whatever no type knows is refused.
    let search: UnknownMembersSearch?
    /// Where whatever is wrong is noted, and passed over.
    private let faults: DecodingFaults?

    init(_ document: JSONDocument, _ search: UnknownMembersSearch? = nil, collecting faults: DecodingFaults? = nil) {
        self.search = search
        self.faults = faults
        bytes = document.bytes
        nodes = document.nodes
        found = .allocate(capacity: document.depth + 1)
        found.initialize(repeating: 0, count: document.depth + 1)
        counts = .allocate(capacity: 1)
        counts.initialize(to: 0)
    }

    deinit {
        found.deallocate()
        counts.deallocate()
    }

    var steps: Int { counts.pointee }

    /// The member of that name; nil when there is none.
    func member(_ name: String, of object: Int, depth: Int) -> Int? {
        var bytes = name
        let member = bytes.withUTF8 { find($0, in: object, depth) }
        if member == nil { search?.missed(name, in: object) }
        return member
    }

    private func find(_ name: UnsafeBufferPointer<UInt8>, in object: Int, _ depth: Int) -> Int? {
        let first = object + 1
        let end = Int(nodes[object].after)
        var start = Int(found[depth])
        if start < first || start >= end || Int(nodes[start].parent) != object { start = first }
        return find(name, from: start, to: end, depth) ?? find(name, from: first, to: start, depth)
    }

    private func find(_ name: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, _ depth: Int) -> Int? {
        var index = start
        while index < end {
            counts.pointee += 1
            if isNamed(index, name) {
                found[depth] = UInt32(index)
                return index
            }
            index = Int(nodes[index].after)
        }
        return nil
    }

    private func isNamed(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = Int(nodes[index].keyStart)
        let count = Int(nodes[index].keyEnd) - start
        if nodes[index].isKeyEscaped {
            guard JSONText.mayMean(count, name.count) else { return false }
            return text(start, start + count) { JSONText.decode($0, isEscaped: true).elementsEqual(name) }
        }
        guard count == name.count else { return false }
        guard let wanted = name.baseAddress, count > 0 else { return true }
        return bytes.withUnsafeBytes { memcmp($0.baseAddress! + start, wanted, count) == 0 }
    }

    /// Of the member, escapes resolved.
    func name(of index: Int) -> String {
        text(Int(nodes[index].keyStart), Int(nodes[index].keyEnd)) { JSONText.string($0, isEscaped: nodes[index].isKeyEscaped) }
    }

    /// Of an object, in the order of the text, the first so many.
    func names(of object: Int, most: Int = 64) -> [String] {
        var names: [String] = []
        var index = object + 1
        while index < Int(nodes[object].after), names.count < most {
            names.append(name(of: index))
            index = Int(nodes[index].after)
        }
        return names
    }

    func text<Result>(_ start: Int, _ end: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
    }

    /// A part of a value, or its stand-in where faults are collected.
    func part<T: Decodable>(_ read: () throws -> T) throws -> T {
        guard let faults else { return try read() }
        return try faults.value(or: StandIn.of(T.self), read)
    }

    /// In as many steps as the value is deep.
    func path(to index: Int) -> [any CodingKey] {
        JSONPath.chain(to: index, in: nodes).map { nodes[$0].isMember ? JSONKey(stringValue: name(of: $0)) : JSONKey(intValue: nodes[$0].position) }
    }

    /// Lets a decoding of very many values end when its task was cancelled.
    func count() throws {
        counts.pointee += 1
        if counts.pointee & 0xFFF == 0 { try Task.checkCancellation() }
    }
}
