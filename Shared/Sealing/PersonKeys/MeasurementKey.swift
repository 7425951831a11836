import CareModels
import Crypto
import Foundation
import JSON

/// What seals a person's measurements in events. It is derived from their data key, so Records has it for as long as it has that one, and whoever
/// kept no copy can never read them again once the account is erased. It opens nothing else of the person's.
package struct MeasurementKey: Sendable, CustomStringConvertible {
    private let key: SecretBytes

    private static let format: UInt8 = 1
    /// In bytes.
    package static let length = 32

    init(_ key: SecretBytes) { self.key = key }

    /// As Records hands it on; nil when it has another length.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        key = SecretBytes(bytes)
    }

    package var description: String { "MeasurementKey" }

    /// The secret itself.
    package var bytes: [UInt8] { key.key.withUnsafeBytes(Array.init) }

    /// For `ObservationMeasured.sealed`.
    package func seal(_ measurement: MeasuredAmount, of observation: RecordID, version: Int) throws -> String {
        let place = ObservationMeasured.sealedPlace(observation, version: version)
        return Base64URL.encode([Self.format] + (try key.seal(try CareJSON.bytes(of: measurement), at: place)))
    }

    /// Throws `CannotOpen`.
    package func open(_ event: ObservationMeasured) throws -> MeasuredAmount {
        guard let sealed = Base64URL.decode(event.sealed), sealed.first == Self.format else { throw CannotOpen() }
        let place = ObservationMeasured.sealedPlace(event.observationId, version: event.version)
        let bytes = Array(try key.open(sealed.dropFirst(), at: place))
        do { return try CareJSON.decode(MeasuredAmount.self, from: bytes) } catch { throw CannotOpen() }
    }
}
