/// What an app asks a person for.
public struct Scope: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public static let profile: Scope = "profile"
    public static let email: Scope = "email"
    public static let accountRead: Scope = "account:read"
    public static let accountWrite: Scope = "account:write"
    public static let appointmentsRead: Scope = "appointments:read"
    public static let appointmentsWrite: Scope = "appointments:write"
    public static let availabilityWrite: Scope = "availability:write"
    public static let healthRead: Scope = "health:read"
    public static let healthWrite: Scope = "health:write"
    public static let messagesRead: Scope = "messages:read"
    public static let messagesWrite: Scope = "messages:write"
    public static let recordsRead: Scope = "records:read"
    public static let recordsWrite: Scope = "records:write"
}
