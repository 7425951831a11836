import NIOHTTP1

/// What a request asks to be done with its resource (RFC 9110, section 9); a client may send any word.
package struct HTTPMethod: RawRepresentable, Equatable, Sendable {
    package static let GET = HTTPMethod(.GET)
    package static let HEAD = HTTPMethod(.HEAD)
    package static let POST = HTTPMethod(.POST)
    package static let PUT = HTTPMethod(.PUT)
    package static let PATCH = HTTPMethod(.PATCH)
    package static let DELETE = HTTPMethod(.DELETE)
    package static let OPTIONS = HTTPMethod(.OPTIONS)
    package static let CONNECT = HTTPMethod(.CONNECT)
    package static let TRACE = HTTPMethod(.TRACE)

    /// As the wire's side has it.
    let wire: NIOHTTP1.HTTPMethod

    init(_ wire: NIOHTTP1.HTTPMethod) { self.wire = wire }

    package init(rawValue: String) { wire = NIOHTTP1.HTTPMethod(rawValue: rawValue) }

    package var rawValue: String { wire.rawValue }
}
