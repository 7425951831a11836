import CareModels
import Foundation
import JSON

/// Values as they are stored: JSON, sealed under the person's key, bound to their place.
extension PersonKey {
    package func seal(json value: some Encodable, at place: String) throws -> [UInt8] {
        try seal(try CareJSON.bytes(of: value), at: place)
    }

    package func open<T: Decodable>(json sealed: [UInt8], as type: T.Type = T.self, at place: String) throws -> T {
        try CareJSON.decode(type, from: try open(sealed, at: place))
    }
}
