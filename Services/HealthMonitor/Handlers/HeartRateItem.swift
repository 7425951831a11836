import CareModels
import Foundation

/// An item as it came. What cannot be read of it is the item's fault, not the batch's.
struct HeartRateItem: Decodable, Sendable {
    var item = HeartRateBatch.Item()

    private enum CodingKeys: String, CodingKey { case at, bpm, kind }

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            item.faults = [HeartRateBatch.Item.unreadable]
            return
        }
        item.at = read(container, .at, "expected an RFC 3339 instant, such as 2026-03-08T14:30:00Z")
        item.bpm = read(container, .bpm, "expected a number")
        item.kind = read(container, .kind, "expected a string")
    }

    private mutating func read<T: Decodable>(_ container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys, _ message: Text) -> T? {
        do {
            return try container.decodeIfPresent(T.self, forKey: key)
        } catch {
            item.faults.append(Fault(key.rawValue, message))
            return nil
        }
    }
}
