import Foundation

/// One value that a resource has for a search parameter (http://hl7.org/fhir/R4/search.html#ptypes), as what is searched needs it: texts are as they are written, intervals
/// already have their bounds.
package enum SearchValue: Hashable, Sendable {
    /// `text` is what people read of it (`Coding.display`, `CodeableConcept.text`, `Identifier.type.text`), for `:text`.
    case token(system: String?, code: String?, text: String? = nil)
    case string(String)
    case uri(String)
    case reference(ReferenceValue)
    /// Milliseconds since 1970; `until` is not part of it. Open ends of a Period are `Int64.min` and `Int64.max`.
    case date(from: Int64, until: Int64)
    /// What the digits as written stand for: 5.40 is from 5.395 up to 5.405.
    case number(Interval)
    case quantity(Interval, system: String?, code: String?, unit: String?)
    /// A value for each component, in the definition's order.
    case composite([[SearchValue]])

    /// The value as written, and the interval of its precision.
    package struct Interval: Hashable, Sendable {
        package var value: Double
        package var low: Double
        package var high: Double

        package init(value: Double, low: Double, high: Double) {
            self.value = value
            self.low = low
            self.high = high
        }
    }

    /// Where a reference leads: a relative one, and one under this server's own address, by type and id; another by its url; a logical one by identifier.
    package struct ReferenceValue: Hashable, Sendable {
        package var type: String?
        package var id: String?
        package var url: String?
        package var identifierSystem: String?
        package var identifierValue: String?

        package init(type: String? = nil, id: String? = nil, url: String? = nil, identifierSystem: String? = nil, identifierValue: String? = nil) {
            self.type = type
            self.id = id
            self.url = url
            self.identifierSystem = identifierSystem
            self.identifierValue = identifierValue
        }
    }
}

extension SearchValue {
    /// Of its texts.
    var bytes: Int {
        func bytes(_ texts: String?...) -> Int { texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
        switch self {
        case .token(let system, let code, let text): return bytes(system, code, text)
        case .string(let text), .uri(let text): return bytes(text)
        case .reference(let reference): return bytes(reference.type, reference.id, reference.url, reference.identifierSystem, reference.identifierValue)
        case .date, .number: return 0
        case .quantity(_, let system, let code, let unit): return bytes(system, code, unit)
        case .composite(let components): return components.reduce(0) { $0 + $1.reduce(0) { $0 + $1.bytes } }
        }
    }
}
