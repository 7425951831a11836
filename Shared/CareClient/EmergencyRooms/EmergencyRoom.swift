import CareModels
import Foundation

extension EmergencyRooms {
    /// An emergency room as the directory describes it.
    public struct Place: Codable, Equatable, Identifiable, Sendable {
        /// The hours of a day of the week, of which the client works out what is open.
        public struct Day: Codable, Equatable, Sendable {
            var weekday: Weekday
            var intervals: [Hours]
        }

        /// The directory's.
        public var id: ERID
        /// As it is signed there.
        public var name: String
        /// What kind of place it is, as its source calls it.
        public var facilityType: String?
        /// E.164: `+12045550123`.
        public var phone: String?
        /// The same as an address: `tel:+12045550123`.
        public var phoneLink: String?
        /// An address of the place's own.
        public var website: String?
        /// With the house's number.
        public var street: String?
        /// Or what else stands for it in an address.
        public var city: String?
        /// A state, province or county.
        public var region: String?
        /// As it is written there.
        public var postalCode: String?
        /// As its source has it.
        public var country: String?
        /// In degrees, north of the equator (WGS 84).
        public var latitude: Double
        /// In degrees, east of Greenwich (WGS 84).
        public var longitude: Double
        /// IANA name: of its wall clocks.
        public var timeZone: String
        /// An address that leads there on a map.
        public var directions: String
        /// When the directory's entry was last changed.
        public var updatedAt: Date
        var week: [Day]?
        var weeklyHoursFrom: LocalDate?
        var weeklyHoursTo: LocalDate?
    }

    /// On a wall clock; an end at or before its start is on the next day.
    public struct Hours: Codable, Equatable, Sendable {
        /// The first minute.
        public var start: ClockTime
        /// The first minute that is no longer in it.
        public var end: ClockTime
    }

    /// What the hours say of an instant.
    public enum Status: String, Sendable {
        /// Now, on the clocks there.
        case open
        /// Hours are known, and it is not within them.
        case closed
        /// Nobody knows the hours, or the copy is too old to believe them.
        case unknown
    }

    /// An emergency room, how far it is, and what its hours say.
    public struct Found: Equatable, Identifiable, Sendable {
        /// What is known of it.
        public var place: Place
        /// As the crow flies.
        public var kilometres: Double
        /// Now, by the hours of the copy.
        public var status: Status
        /// The place's.
        public var id: ERID { place.id }
    }
}

extension EmergencyRooms.Place {
    /// Great-circle distance over a sphere of the Earth's mean radius (haversine).
    func kilometres(latitude: Double, longitude: Double) -> Double {
        let degree: Double = .pi / 180
        let north: Double = sin((self.latitude - latitude) * degree / 2)
        let east: Double = sin((self.longitude - longitude) * degree / 2)
        let both: Double = cos(latitude * degree) * cos(self.latitude * degree)
        let half: Double = north * north + both * east * east
        let radius = 6371.0088
        return 2 * radius * asin(min(1, half.squareRoot()))
    }

    /// By the wall clock there: within an interval of the date, or of the date before when that reaches past midnight; closed when hours are known for the
    /// date, and unknown when not. `dates` has the hours of single dates, which come before the week's.
    func status(at instant: Date, _ dates: [LocalDate: [EmergencyRooms.Hours]]) -> EmergencyRooms.Status {
        guard let zone = Zone(timeZone) else { return .unknown }
        let local = LocalTime(instant, in: zone)
        let (date, second) = (local.date, local.secondOfDay)
        func hours(_ date: LocalDate) -> [EmergencyRooms.Hours]? { dates[date] ?? weekly(date) }
        let yesterday = hours(date.advanced(by: -1)) ?? []
        if yesterday.contains(where: { $0.end <= $0.start && second < $0.end.secondOfDay }) { return .open }
        guard let today = hours(date) else { return .unknown }
        let isOpen = today.contains { hours in
            hours.start.secondOfDay <= second && (hours.end <= hours.start || second < hours.end.secondOfDay)
        }
        return isOpen ? .open : .closed
    }

    private func weekly(_ date: LocalDate) -> [EmergencyRooms.Hours]? {
        if let weeklyHoursFrom, date < weeklyHoursFrom { return nil }
        if let weeklyHoursTo, date > weeklyHoursTo { return nil }
        return week?.first { $0.weekday == date.weekday }?.intervals
    }
}
