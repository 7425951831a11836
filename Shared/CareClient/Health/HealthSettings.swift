import CareModels
import Foundation

extension Health {
    /// Above which heart rate, at which time of day and how often an alert may be raised.
    public struct Settings: Codable, Equatable, Sendable {
        /// A time of day; both ends belong to it.
        public struct Window: Codable, Equatable, Sendable {
            /// Before its end.
            public var start: ClockTime
            /// `24:00` for the whole evening.
            public var end: ClockTime

            /// On wall clocks.
            public init(start: ClockTime, end: ClockTime) {
                self.start = start
                self.end = end
            }
        }

        /// Nil while none is set: then nothing alerts.
        public var boundary: Double?
        /// Whether an answer `yes` raises the boundary by the gap.
        public var dynamic: Bool
        /// By how much an answer `yes` raises the boundary: 1 to 20 beats per minute.
        public var gap: Double
        /// On the clocks of `effectiveTimeZone`.
        public var window: Window
        /// From one alert to the next, at least: 1 to 1440.
        public var minimumIntervalMinutes: Int
        /// Nil for the account's.
        public var timeZone: String?
        /// The one that holds.
        public internal(set) var effectiveTimeZone: String
        /// Which one this is: `change` is of this one.
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
        /// How far a reminder has come.
        public enum Status: String, Codable, Sendable {
            /// It is still to fire.
            case pending
            /// The person was reminded.
            case fired
            /// By the person, or since they took the medication.
            case cancelled
            /// Of a later version of the platform.
            case unknown

            public init(from decoder: any Decoder) throws { self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown }
        }

        /// By which it is moved and cancelled.
        public var id: ReminderID
        /// One more with each change.
        public var version: Int
        /// In whose answer it was asked for.
        public var alertId: AlertID
        /// How far it has come.
        public var status: Status
        /// When it is to fire.
        public var dueAt: Date
        /// When it has fired.
        public var firedAt: Date?
        /// When it was cancelled.
        public var cancelledAt: Date?
    }
}
