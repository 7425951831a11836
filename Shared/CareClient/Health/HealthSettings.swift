import CareModels
import Foundation

extension Health {
    /// Above which heart rate, at which time of day and how often an alert may be raised.
    public struct Settings: Codable, Equatable, Sendable {
        public struct Window: Codable, Equatable, Sendable {
            public var start: ClockTime
            public var end: ClockTime

            public init(start: ClockTime, end: ClockTime) {
                self.start = start
                self.end = end
            }
        }

        /// Nil while none is set: then nothing alerts.
        public var boundary: Double?
        /// Whether an answer `yes` raises the boundary by the gap.
        public var dynamic: Bool
        public var gap: Double
        /// On the clocks of `effectiveTimeZone`.
        public var window: Window
        public var minimumIntervalMinutes: Int
        /// Nil for the account's.
        public var timeZone: String?
        /// The one that holds.
        public internal(set) var effectiveTimeZone: String
        public internal(set) var version: Int

        /// What of it can be changed.
        var draft: Draft {
            Draft(boundary: boundary, dynamic: dynamic, gap: gap, window: window, minimumIntervalMinutes: minimumIntervalMinutes, timeZone: timeZone)
        }

        struct Draft: Encodable {
            var boundary: Double?
            var dynamic: Bool
            var gap: Double
            var window: Window
            var minimumIntervalMinutes: Int
            var timeZone: String?
        }
    }

    /// Asked for in the answer to an alert.
    public struct Reminder: Codable, Equatable, Identifiable, Sendable {
        public enum Status: String, Codable, Sendable {
            case pending, fired, cancelled
            /// Of a later version of the platform.
            case unknown

            public init(from decoder: any Decoder) throws { self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown }
        }

        public var id: ReminderID
        public var version: Int
        public var alertId: AlertID
        public var status: Status
        public var dueAt: Date
        public var firedAt: Date?
        public var cancelledAt: Date?
    }
}
