import Foundation

/// An emergency room was entered in the directory. Its name, place and telephone are a public house's, nobody's own.
public struct ERCreated: CareEvent {
    public static let type = "care.ers.created.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.ers
    public var erId: ERID
    public var version: Int
    public var name: String
    /// WGS 84, degrees.
    public var latitude: Double
    public var longitude: Double
    /// IANA name: the clocks that the hours are on.
    public var timeZone: String
    /// E.164, such as `+12045551234`.
    public var phone: String?
    /// As OpenStreetMap writes them: `Mo-Fr 08:00-18:00; Sa,Su 10:00-14:00`. The hours of a single date come before them.
    public var weeklyHours: String?
    /// The first and the last date that they hold on: `2026-03-08`.
    public var weeklyHoursFrom: String?
    public var weeklyHoursTo: String?
    public var createdAt: Date
    public var subject: UUID { erId.uuid }

    public init(
        erId: ERID, version: Int, name: String, latitude: Double, longitude: Double, timeZone: String, phone: String?,
        weeklyHours: String? = nil, weeklyHoursFrom: String? = nil, weeklyHoursTo: String? = nil, createdAt: Date
    ) {
        self.erId = erId
        self.version = version
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.timeZone = timeZone
        self.phone = phone
        self.weeklyHours = weeklyHours
        self.weeklyHoursFrom = weeklyHoursFrom
        self.weeklyHoursTo = weeklyHoursTo
        self.createdAt = createdAt
    }
}

/// What the directory says of an emergency room changed: all of it, as it is now.
public struct ERUpdated: CareEvent {
    public static let type = "care.ers.updated.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.ers
    public var erId: ERID
    public var version: Int
    public var name: String
    /// WGS 84, degrees.
    public var latitude: Double
    public var longitude: Double
    /// IANA name: the clocks that the hours are on.
    public var timeZone: String
    /// E.164, such as `+12045551234`.
    public var phone: String?
    /// As OpenStreetMap writes them: `Mo-Fr 08:00-18:00; Sa,Su 10:00-14:00`. The hours of a single date come before them.
    public var weeklyHours: String?
    /// The first and the last date that they hold on: `2026-03-08`.
    public var weeklyHoursFrom: String?
    public var weeklyHoursTo: String?
    public var updatedAt: Date
    public var subject: UUID { erId.uuid }

    public init(
        erId: ERID, version: Int, name: String, latitude: Double, longitude: Double, timeZone: String, phone: String?,
        weeklyHours: String? = nil, weeklyHoursFrom: String? = nil, weeklyHoursTo: String? = nil, updatedAt: Date
    ) {
        self.erId = erId
        self.version = version
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.timeZone = timeZone
        self.phone = phone
        self.weeklyHours = weeklyHours
        self.weeklyHoursFrom = weeklyHoursFrom
        self.weeklyHoursTo = weeklyHoursTo
        self.updatedAt = updatedAt
    }
}

/// An emergency room left the directory, its hours with it.
public struct ERRemoved: CareEvent {
    public static let type = "care.ers.removed.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.ers
    public var erId: ERID
    public var version: Int
    public var removedAt: Date
    public var subject: UUID { erId.uuid }

    public init(erId: ERID, version: Int, removedAt: Date) {
        self.erId = erId
        self.version = version
        self.removedAt = removedAt
    }
}
