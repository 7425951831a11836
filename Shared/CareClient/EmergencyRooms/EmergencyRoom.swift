import CareModels
import Foundation

extension EmergencyRooms {
    /// An emergency room as the directory describes it.
    public struct Place: Codable, Equatable, Identifiable, Sendable {
        public struct Day: Codable, Equatable, Sendable {
            var weekday: Weekday
            var intervals: [Hours]
        }

        public var id: ERID
        public var name: String
        public var facilityType: String?
        public var phone: String?
        /// `tel:…`
        public var phoneLink: String?
        public var website: String?
        public var street: String?
        public var city: String?
        public var region: String?
        public var postalCode: String?
        public var country: String?
        public var latitude: Double
        public var longitude: Double
        /// Of its wall clocks.
        public var timeZone: String
        /// An address that leads there on a map.
        public var directions: String
        public var updatedAt: Date
        var week: [Day]?
        var weeklyHoursFrom: LocalDate?
        var weeklyHoursTo: LocalDate?
    }

    /// On a wall clock; an end at or before its start is on the next day.
    public struct Hours: Codable, Equatable, Sendable {
        public var start: ClockTime
        public var end: ClockTime
    }

    public enum Status: String, Sendable { case open, closed, unknown }

    /// An emergency room, how far it is, and what its hours say.
    public struct Found: Equatable, Identifiable, Sendable {
        public var place: Place
        public var kilometres: Double
        public var status: Status
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
