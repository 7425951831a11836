import CareModels
import Foundation
import JSON

/// Decodes a JSON body; whatever is wrong with it becomes a 400 problem that names each field and what was expected there. A field that is not known is
/// wrong: it would pass for an absent one, and a slip reset what it was to set.
enum JSONBody {
    static func decode<T: Decodable>(_ type: T.Type, from body: [UInt8]) throws -> T {
        let document = try document(body)
        /// Each field that is missing or of another kind.
        func faults() throws -> [Fault] { try document.faults(of: type).flatMap { problem($0).fields } }
        do {
            return try document.decodeStrictly(type)
        } catch let error as DecodingError {
            throw Faults(try faults()).map { Problem.invalid($0) } ?? problem(error)
        } catch let error as UnknownMembers {
            var problem = Problem.invalid(error.faults.after(try error.alongside.map { _ in try faults() } ?? []))
            if let known = error.known, !known.names.isEmpty, problem.moreFields == 0 {
                problem.detail = "Instead of \(known.instead), known here are \(known.names.joined(separator: ", "))."
            }
            throw problem
        }
    }

    private static func document(_ body: [UInt8]) throws -> JSONDocument {
        do throws(JSONFault) {
            return try JSONDocument(body, limits: .body)
        } catch {
            if error.kind == .cancelled { throw CancellationError() }
            throw problem(error)
        }
    }

    private static func malformed(_ detail: Text) -> Problem { Problem(.malformedJSON, detail: detail) }

    static func problem(_ error: DecodingError) -> Problem {
        switch error {
        case .keyNotFound(let key, let context):
            return .invalid(Fault(path(context.codingPath + [key]), "is required"))
        case .valueNotFound(let type, let context):
            return .invalid(Fault(path(context.codingPath), "must not be null; expected \(expectation(of: type))"))
        case .typeMismatch(let type, let context):
            return .invalid(Fault(path(context.codingPath), "expected \(expectation(of: type))"))
        case .dataCorrupted(let context):
            if let fault = context.underlyingError as? JSONFault { return problem(fault) }
            return .invalid(Fault(path(context.codingPath), corruption(context.debugDescription)))
        @unknown default:
            return malformed("It does not have the expected shape.")
        }
    }

    fileprivate static func problem(_ fault: JSONFault) -> Problem {
        let field = fault.path.isEmpty ? "body" : fault.path
        switch fault.kind {
        case .empty: return malformed("It is empty; send a JSON object.")
        case .notUTF8: return malformed("It is not valid UTF-8.")
        case .byteOrderMark: return malformed("It begins with a byte order mark; leave it out.")
        case .tooDeep(let limit): return malformed("It is nested deeper than \(limit) levels.")
        case .tooMany(let limit): return malformed("It holds more than \(limit) values.")
        case .nul: return .invalid(Fault(field, "must not hold the NUL character (\\u0000)"))
        case .tooManyMarks(let limit): return .invalid(Fault(field, "must not hold more than \(limit: limit) combining marks in a row"))
        case .duplicateKey: return .invalid(Fault(field, "is given more than once; give it once"))
        default: return malformed("At byte \(fault.offset), in \(field): \(fault.text).")
        }
    }

    private static let expected = "expected "

    /// Only descriptions of our own types are passed on: a library's may repeat what the client sent, in words for its developers.
    private static func corruption(_ description: String) -> Text {
        guard description.hasPrefix(expected) else { return "is not one of the values that this field takes" }
        return "expected \(Text(template: String(description.dropFirst(expected.count))))"
    }

    /// `rules[2].weekday`; `body` for the whole.
    private static func path(_ keys: [any CodingKey]) -> String {
        let path = JSONPath.text(of: keys)
        return path.isEmpty ? "body" : path
    }

    private static func expectation(of type: any Any.Type) -> Text {
        switch type {
        case is String.Type, is Substring.Type: return "a string"
        case is Bool.Type: return "true or false"
        case is any BinaryInteger.Type: return "a whole number"
        case is any BinaryFloatingPoint.Type, is Decimal.Type: return "a number"
        case is Date.Type: return "an RFC 3339 instant, such as 2026-03-08T14:30:00Z"
        case is UUID.Type: return "a UUID"
        case is URL.Type: return "a URL"
        default: break
        }
        let name = String(describing: type)
        if name.hasPrefix("Array") || name.hasPrefix("Set<") { return "a list" }
        return "an object"
    }
}

extension Problem {
    /// Of a body that is no JSON, where it is kept as it came.
    package static func unreadable(_ fault: JSONFault) -> Problem { JSONBody.problem(fault) }
}
