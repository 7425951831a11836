/// What an app asks a person for.
public struct Scope: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// As OAuth writes it: `messages:read`.
    public var rawValue: String

    /// One that has no name here, as OAuth writes it.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The same, where it is written in the code.
    public init(stringLiteral value: String) { rawValue = value }

    /// Username, full name, picture and time zone.
    public static let profile: Scope = "profile"
    /// The e-mail address.
    public static let email: Scope = "email"
    /// Reading one's own account.
    public static let accountRead: Scope = "account:read"
    /// Changing and erasing one's own account.
    public static let accountWrite: Scope = "account:write"
    /// Seeing one's own appointments.
    public static let appointmentsRead: Scope = "appointments:read"
    /// Booking, moving and cancelling them.
    public static let appointmentsWrite: Scope = "appointments:write"
    /// Publishing one's own hours, of providers.
    public static let availabilityWrite: Scope = "availability:write"
    /// One's own heart rates, alerts and settings, of patients.
    public static let healthRead: Scope = "health:read"
    /// Recording heart rates, answering alerts, changing those settings.
    public static let healthWrite: Scope = "health:write"
    /// One's own conversations, feed and notifications.
    public static let messagesRead: Scope = "messages:read"
    /// Sending messages and files, marking as seen and read.
    public static let messagesWrite: Scope = "messages:write"
    /// Reading one's own health records and app data.
    public static let recordsRead: Scope = "records:read"
    /// Storing, changing and deleting them.
    public static let recordsWrite: Scope = "records:write"
}
