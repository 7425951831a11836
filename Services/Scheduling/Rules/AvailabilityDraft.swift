import CareModels
import Foundation

/// What a provider sends to publish hours, as it came; `AvailabilityRule` checks and applies it.
struct AvailabilityDraft: Decodable, Sendable {
    struct Weekly: Decodable, Sendable {
        var weekday: String
        var start: String
        var end: String
    }

    struct Hours: Decodable, Sendable {
        var start: String
        var end: String
    }

    struct Override: Decodable, Sendable {
        var date: String
        /// Empty: closed on that date.
        var intervals: [Hours]
    }

    struct OneOff: Decodable, Sendable {
        /// `open` or `busy`.
        var kind: String
        var startTime: Date
        var endTime: Date
    }

    var timeZone: String?
    var weekly: [Weekly]?
    var overrides: [Override]?
    var intervals: [OneOff]?
    var slotMinutes: Int?
    var bufferBeforeMinutes: Int?
    var bufferAfterMinutes: Int?
    var minimumNoticeMinutes: Int?
    var cancelNoticeMinutes: Int?
    var rescheduleNoticeMinutes: Int?
    var bookingWindowDays: Int?
    /// `null` takes the limit away; absent leaves it.
    var dailyLimit: Nullable<Int>?
}

/// A field whose `null` means something else than its absence.
struct Nullable<Value: Decodable & Sendable>: Decodable, Sendable {
    var value: Value?

    init(_ value: Value?) { self.value = value }

    init(from decoder: any Decoder) throws { value = try Value?(from: decoder) }
}

extension KeyedDecodingContainer {
    /// Chosen by the synthesized decoding of a `Nullable?` property, where the standard one would turn `null` into absence.
    func decodeIfPresent<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value>? {
        guard contains(key) else { return nil }
        return Nullable(try decodeIfPresent(Value.self, forKey: key))
    }
}
