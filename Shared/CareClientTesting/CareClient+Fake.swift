import CareClient
import Foundation

extension CareClient {
    /// For previews and tests of what shows it (`CareClientTesting`): a value as the platform says it, a message or an appointment. Throws a `DecodingError` that says
    /// what is missing.
    ///
    /// ```swift
    /// let room: EmergencyRooms.Place = try CareClient.fake(json)
    /// ```
    public static func fake<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
        try Wire.decode(type, from: Data(json.utf8))
    }
}
