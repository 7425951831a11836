import CareModels
import Foundation

/// What single values are read as.
extension JSONReading {
    func isNull(_ index: Int) -> Bool { nodes[index].kind == .null }

    func bool(at index: Int) throws -> Bool {
        switch nodes[index].kind {
        case .true: return true
        case .false: return false
        default: throw mismatch(Bool.self, at: index)
        }
    }

    func string(at index: Int, as type: any Any.Type = String.self) throws -> String {
        let node = nodes[index]
        guard node.kind == .string else { throw mismatch(type, at: index) }
        return text(Int(node.start) + 1, Int(node.end) - 1) { JSONText.string($0, isEscaped: node.isEscaped) }
    }

    /// Exactly, or not at all: 3, 3.0 and 30e-1 are the whole number 3; 3.5 and 2⁶⁴ are a fault.
    func integer<T: FixedWidthInteger>(_ type: T.Type, at index: Int) throws -> T {
        guard let value = try number(type, at: index, { $0.integer(type) }) else { throw unfit(at: index, "expected a whole number, or a number within range") }
        return value
    }

    func double(at index: Int) throws -> Double {
        guard let value = try number(Double.self, at: index, \.double) else { throw unfit(at: index, "expected a number within range") }
        return value
    }

    func float(at index: Int) throws -> Float {
        guard let value = try number(Float.self, at: index, \.float) else { throw unfit(at: index, "expected a number within range") }
        return value
    }

    private func decimal(at index: Int) throws -> Decimal {
        guard let value = try number(Decimal.self, at: index, \.decimal) else { throw unfit(at: index, "expected a number within range") }
        return value
    }

    private func number<Value>(_ type: any Any.Type, at index: Int, _ read: (JSONNumber) -> Value?) throws -> Value? {
        let node = nodes[index]
        guard node.kind == .number else { throw mismatch(type, at: index) }
        return text(Int(node.start), Int(node.end)) { read(JSONNumber($0)) }
    }

    /// Whatever can be decoded; Foundation's own types as Careline's JSON spells them.
    func value<T: Decodable>(_ type: T.Type, at index: Int, depth: Int) throws -> T {
        try count()
        if let value = try foundation(type, at: index) { return value }
        return try T(from: JSONValueDecoder(reading: self, index: index, depth: depth))
    }

    private func foundation<T>(_ type: T.Type, at index: Int) throws -> T? {
        if type == Date.self { return try instant(at: index) as? T }
        if type == UUID.self { return try uuid(at: index) as? T }
        if type == Data.self { return try data(at: index) as? T }
        if type == URL.self { return try url(at: index) as? T }
        if type == Decimal.self { return try decimal(at: index) as? T }
        return nil
    }

    private func instant(at index: Int) throws -> Date {
        let text = try string(at: index, as: Date.self)
        guard let instant = RFC3339.parse(text) else {
            if let part = RFC3339.impossiblePart(of: text) { throw unfit(at: index, "expected \(part.rawValue)") }
            throw unfit(at: index, "expected an RFC 3339 instant, such as 2026-03-08T14:30:00Z")
        }
        return instant
    }

    private func uuid(at index: Int) throws -> UUID {
        guard let uuid = UUID(strictly: try string(at: index, as: UUID.self)) else { throw unfit(at: index, "expected a UUID") }
        return uuid
    }

    private func data(at index: Int) throws -> Data {
        guard let data = Data(base64Encoded: try string(at: index, as: Data.self)) else { throw unfit(at: index, "expected base64") }
        return data
    }

    private func url(at index: Int) throws -> URL {
        guard let url = URL(string: try string(at: index, as: URL.self)) else { throw unfit(at: index, "expected a URL") }
        return url
    }

    // MARK: Faults

    func mismatch(_ type: any Any.Type, at index: Int) -> DecodingError {
        let context = DecodingError.Context(codingPath: path(to: index), debugDescription: "the value is of another kind")
        return isNull(index) ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    private func unfit(at index: Int, _ description: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: path(to: index), debugDescription: description))
    }
}
