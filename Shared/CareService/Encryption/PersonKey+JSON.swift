import CareModels
import Foundation
import JSON

/// Values as they are stored: JSON, sealed under the person's key, bound to their place.
extension PersonKey {
    public func seal(json value: some Encodable, at place: String) throws -> [UInt8] {
        try seal([UInt8](try CareJSON.encode(value)), at: place)
    }

    public func open<T: Decodable>(json sealed: [UInt8], as type: T.Type = T.self, at place: String) throws -> T {
        try CareJSON.decode(type, from: try open(sealed, at: place))
    }
}
