import CareModels
import NIOHTTP1

/// How a request's body ends (RFC 9112, section 6.3).
enum BodyFraming: Equatable, Sendable {
    case none
    /// In bytes; more than an `Int` holds is `Int.max`.
    case length(Int)
    case chunked
}

/// What the server itself reads of a request's head, found in one walk over its fields.
struct RequestFields {
    /// A request has ten to thirty; HAProxy takes 101.
    static let most = 128

    /// Of the target and the fields together.
    private(set) var bytes: Int
    private(set) var count = 0
    private(set) var hosts = 0
    private(set) var asksToUpgrade = false
    /// Whether a value has a row of combining marks, which takes its length squared to be compared.
    private(set) var hasLongRows = false
    private(set) var expectation: String?
    /// Content-Encoding: how the body would have to be unpacked; nil when it is what it is.
    private(set) var encoding: String?
    private var origins: [String] = []
    private var lengths: [String] = []
    private var codings: [String] = []

    init(_ head: HTTPRequestHead) {
        bytes = head.uri.utf8.count
        for (name, value) in head.headers {
            count += 1
            bytes += name.utf8.count + value.utf8.count + 4
            hasLongRows = hasLongRows || CombiningMarks.areTooMany(in: value)
            switch name.utf8.count {
            case 4 where name.lowercased() == "host": hosts += 1
            case 6 where name.lowercased() == "expect": expectation = value
            case 6 where name.lowercased() == "origin": origins.append(value)
            case 7 where name.lowercased() == "upgrade": asksToUpgrade = true
            case 14 where name.lowercased() == "content-length": lengths.append(value)
            case 16 where name.lowercased() == "content-encoding" && !Self.spells(value, "identity") && !value.isEmpty: encoding = value
            case 17 where name.lowercased() == "transfer-encoding": codings.append(value)
            default: break
            }
        }
    }

    /// Of the page that sent it, as its browser says; nobody can be of two.
    var origin: String? { origins.count == 1 && !hasLongRows ? origins[0] : nil }

    /// Without regard to case, and by its length first: the head is not judged yet, and a long value may be slow to compare.
    private static func spells(_ value: String, _ word: String) -> Bool { value.utf8.count == word.utf8.count && value.lowercased() == word }

    /// Two answers to where a request ends are how requests are smuggled past a gateway (section 11.2): whatever is not plain is a 400.
    func framing(_ version: HTTPVersion) throws -> BodyFraming {
        if !codings.isEmpty {
            guard lengths.isEmpty else { throw Self.malformed("Send Content-Length or Transfer-Encoding, not both.") }
            guard version.minor > 0, codings.count == 1, Self.spells(codings[0], "chunked") else {
                throw Self.malformed("Transfer-Encoding may be chunked, once, in HTTP/1.1.")
            }
            return .chunked
        }
        guard let text = lengths.first else { return .none }
        guard lengths.count == 1, (1...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw Self.malformed("Content-Length is one number of bytes, in digits.")
        }
        let length = Int(text) ?? .max
        return length == 0 ? .none : .length(length)
    }

    static func malformed(_ detail: Text) -> Problem { Problem(.malformedRequest, detail: detail) }
}

extension HTTPRequestHead {
    /// Without the fields for whose rows of combining marks it is refused: a refusal's language and form hang on the others.
    var withoutLongRows: HTTPRequestHead {
        var head = self
        head.headers = NIOHTTP1.HTTPHeaders(headers.filter { !CombiningMarks.areTooMany(in: $0.value) }.map { ($0.name, $0.value) })
        return head
    }
}
