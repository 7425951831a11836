import NIOHTTP1

/// The fields of a request or response in their order; their names are compared without case (RFC 9110, section 5.1).
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral, Sequence {
    /// As the wire's side has them.
    var wire: NIOHTTP1.HTTPHeaders

    init(_ wire: NIOHTTP1.HTTPHeaders) { self.wire = wire }

    package init(_ fields: [(String, String)] = []) { wire = NIOHTTP1.HTTPHeaders(fields) }

    package init(dictionaryLiteral fields: (String, String)...) { wire = NIOHTTP1.HTTPHeaders(fields) }

    /// Every value of a field, in their order.
    package subscript(name: String) -> [String] { wire[name] }

    /// Every item of a field that is a list with commas, over all its lines, without the white space around them. Cut at bytes: a comma with an accent on it is
    /// another character.
    package subscript(canonicalForm name: String) -> [Substring] {
        wire[name].flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }.map { item in
            func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
            let rest = item.drop(while: isSpace)
            return Substring(rest[..<(rest.lastIndex { !isSpace($0) }.map(rest.index(after:)) ?? rest.startIndex)])
        }
    }

    package func first(name: String) -> String? { wire.first(name: name) }

    package func contains(name: String) -> Bool { wire.contains(name: name) }

    package mutating func add(name: String, value: String) { wire.add(name: name, value: value) }

    package mutating func add(contentsOf others: HTTPHeaders) { wire.add(contentsOf: others.wire) }

    package mutating func replaceOrAdd(name: String, value: String) { wire.replaceOrAdd(name: name, value: value) }

    package mutating func remove(name: String) { wire.remove(name: name) }

    package func makeIterator() -> AnyIterator<(name: String, value: String)> {
        var fields = wire.makeIterator()
        return AnyIterator { fields.next() }
    }
}
