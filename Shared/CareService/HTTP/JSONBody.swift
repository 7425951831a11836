import CareModels
import Foundation

/// Decodes a JSON body; whatever is wrong with it becomes a 400 problem that names the field and what was expected there.
enum JSONBody {
    static func decode<T: Decodable>(_ type: T.Type, from body: [UInt8]) throws -> T {
        guard !body.isEmpty else { throw malformed("It is empty; send a JSON object.") }
        if let fault = JSONInspector.firstFault(in: body) {
            switch fault {
            case .notUTF8: throw malformed("It is not valid UTF-8.")
            case .tooDeep: throw malformed("It is nested deeper than \(JSONInspector.deepest) levels.")
            case .nul(let path): throw Problem.invalid([.init(path, "must not hold the NUL character (\\u0000)")])
            }
        }
        do {
            return try CareJSON.decode(type, from: Data(body))
        } catch let error as DecodingError {
            if isUnreadable(error) {
                let fields = numberFaults(type, in: body)
                if !fields.isEmpty { throw Problem.invalid(fields) }
            }
            throw problem(error)
        }
    }

    /// Foundation says of readable JSON with a number that does not fit its field that it is not JSON, and does not say where.
    /// So each unusual number is tried alone, the others made 0: those that still fail are at fault.
    private static func numberFaults<T: Decodable>(_ type: T.Type, in body: [UInt8]) -> [Fault] {
        let numbers = JSONInspector.unusualNumbers(in: body, most: 20)
        func isUnreadable(keeping kept: Int?) -> Bool {
            var body = body
            for (index, number) in numbers.enumerated() where index != kept {
                for position in number.range { body[position] = 0x20 }
                body[number.range.lowerBound] = UInt8(ascii: "0")
            }
            do {
                _ = try CareJSON.decode(type, from: Data(body))
                return false
            } catch {
                return (error as? DecodingError).map(Self.isUnreadable) ?? false
            }
        }
        guard !numbers.isEmpty, !isUnreadable(keeping: nil) else { return [] }
        return numbers.indices.filter { isUnreadable(keeping: $0) }.map { .init(numbers[$0].path, "expected a whole number, or a number within range") }
    }

    private static func isUnreadable(_ error: DecodingError) -> Bool {
        guard case .dataCorrupted(let context) = error else { return false }
        return context.codingPath.isEmpty && (context.underlyingError != nil || context.debugDescription.contains("valid JSON"))
    }

    private static func malformed(_ detail: String) -> Problem {
        Problem(.badRequest, "malformed-json", title: "The body is not readable JSON", detail: detail)
    }

    static func problem(_ error: DecodingError) -> Problem {
        switch error {
        case .keyNotFound(let key, let context):
            return .invalid([.init(path(context.codingPath + [key]), "is required")])
        case .valueNotFound(let type, let context):
            return .invalid([.init(path(context.codingPath), "must not be null; expected \(expectation(of: type))")])
        case .typeMismatch(let type, let context):
            return .invalid([.init(path(context.codingPath), "expected \(expectation(of: type))")])
        case .dataCorrupted(let context):
            if isUnreadable(error) { return malformed("Check its brackets, quotes, commas and numbers.") }
            return .invalid([.init(path(context.codingPath), corruption(context.debugDescription))])
        @unknown default:
            return malformed("It does not have the expected shape.")
        }
    }

    /// Only descriptions of our own types are passed on: a library's may repeat what the client sent, in words for its developers.
    private static func corruption(_ description: String) -> String {
        if description.hasPrefix("expected ") { return description }
        if description.contains("not representable") || description.contains("does not fit") { return "expected a whole number, or a number within range" }
        return "is not one of the values that this field takes"
    }

    /// `rules[2].weekday`; `body` for the whole.
    private static func path(_ keys: [any CodingKey]) -> String {
        var text = ""
        for key in keys {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : "." + key.stringValue
            }
        }
        return text.isEmpty ? "body" : String(text.prefix(200))
    }

    private static func expectation(of type: any Any.Type) -> String {
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
