import CareModels
import Foundation
import JSON

/// JSON as the API has it: instants are RFC 3339, keys as they are. What stands in the way of a server may answer with anything: it is read as strictly as
/// the server reads what strangers send.
package enum Wire {
    package static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: Data) throws -> Value { try CareJSON.decode(type, from: bytes) }

    static func encode(_ value: some Encodable) throws -> Data { try CareJSON.encode(value) }
}
