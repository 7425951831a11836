import CareModels
import Foundation
import JSON

/// FHIR's releases. What was written as one is read as that one.
public enum FhirRelease: String, Codable, Sendable {
    /// 4.0.1
    case r4
    /// 3.0.2
    case stu3
}

extension FhirRelease {
    func path(_ type: String) -> String { "/fhir/\(rawValue)/\(type.formEncoded)" }
    func path(_ type: String, _ id: String) -> String { "\(path(type))/\(id.formEncoded)" }
}

/// A resource of FHIR's: its JSON byte for byte, with all that nobody here knows. Read and made as a type of the app's own, or by its members.
public struct FhirResource: Equatable, Sendable {
    /// As it came, or was given.
    public let json: Data
    /// Its type: `Observation`.
    public let type: String
    /// The server's; nil of one that the server has yet to give an id to.
    public let id: String?

    /// Throws `CareError.unreadable` when this is no JSON, or says no type.
    public init(json: Data) throws {
        guard let root = try? JSONDocument([UInt8](json)).root, let type = root["resourceType"]?.string, !type.isEmpty else {
            throw CareError.unreadable("a FHIR resource")
        }
        self.json = json
        self.type = type
        id = root["id"]?.string
    }

    /// Of a value that encodes itself with its `resourceType`. Throws ``CareError/unreadable(_:)`` where it does not, as of a number that is none.
    public init(_ value: some Encodable) throws { try self.init(json: CareError.naming { try Wire.encode(value) }) }

    /// As a type of the app's own; what that does not know is passed over.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        do { return try CareJSON.decode(type, from: json, limits: .resource) } catch { throw CareError.unreadable("\(self.type) as \(Value.self)") }
    }
}

extension FhirResource: Codable {
    public init(from decoder: any Decoder) throws { try self.init(json: Data(try decoder.singleValueContainer().decode(String.self).utf8)) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: json, as: UTF8.self))
    }
}

extension FhirResource {
    /// Whether both say the same, but for what the server writes into each version.
    func says(the other: FhirResource) -> Bool {
        guard let mine = try? JSONDocument([UInt8](json)).root, let theirs = try? JSONDocument([UInt8](other.json)).root else { return false }
        return Self.same(mine, theirs, but: ["meta"])
    }

    private static func same(_ one: JSONValue, _ other: JSONValue, but passedOver: Set<String> = []) -> Bool {
        if one.isObject, other.isObject {
            let members = one.children.filter { !passedOver.contains($0.name ?? "") }
            let others = other.children.filter { !passedOver.contains($0.name ?? "") }
            return members.count == others.count && members.allSatisfy { member in member.name.flatMap { other[$0] }.map { same(member, $0) } ?? false }
        }
        if one.isList, other.isList {
            let (items, others) = (Array(one.children), Array(other.children))
            return items.count == others.count && zip(items, others).allSatisfy { same($0, $1) }
        }
        if let text = one.string { return text == other.string }
        return one.bytes == other.bytes
    }
}
