import CareModels
import Foundation

/// An emergency room as JSON.
struct ERView: Encodable, Sendable {
    struct Today: Encodable, Sendable {
        var date: LocalDate
        /// Empty: closed.
        var intervals: [ERScheduleChanged.Hours]
    }

    /// How old what is said here is.
    struct Freshness: Encodable, Sendable {
        /// When the details were last changed.
        var details: Date
        /// When today's hours were last set; absent when none are known.
        var hours: Date?
    }

    var id: ERID
    var version: Int
    var name: String
    var facilityType: String?
    /// E.164.
    var phone: String?
    /// RFC 3966.
    var phoneLink: String?
    var website: String?
    var street: String?
    var city: String?
    var region: String?
    var postalCode: String?
    var country: String?
    var countyCode: String?
    var latitude: Double
    var longitude: Double
    var timeZone: String
    var timeZoneBasis: TimeZoneBasis
    var directions: String
    var createdAt: Date
    var updatedAt: Date
    /// What depends on the moment; absent in the feed of changes, whose readers work it out from the hours.
    var status: ERStatus?
    var statusText: String?
    var statusUntil: Date?
    var today: Today?
    var distanceKm: Double?
    var freshness: Freshness?

    init(_ record: ERRecord, directions template: DirectionsTemplate) {
        let details = record.details
        id = record.id
        version = record.version
        name = details.name
        facilityType = details.facilityType
        phone = details.phone
        phoneLink = details.phone.map { "tel:" + $0 }
        website = details.website
        street = details.street
        city = details.city
        region = details.region
        postalCode = details.postalCode
        country = details.country
        countyCode = details.countyCode
        latitude = details.latitude
        longitude = details.longitude
        timeZone = details.timeZone
        timeZoneBasis = details.timeZoneBasis
        directions = template.link(to: details.position)
        createdAt = record.createdAt
        updatedAt = record.updatedAt
    }

    init(_ er: EvaluatedER, directions: DirectionsTemplate) {
        self.init(er.record, directions: directions)
        status = er.status
        statusText = Self.text(er.status)
        statusUntil = er.until.map { Date(epochSeconds: $0) }
        today = er.schedule.flatMap { schedule in
            schedule.hours.map { Today(date: er.today, intervals: ScheduleText.intervals($0)) }
        }
        distanceKm = er.kilometres.map { ($0 * 1000).rounded() / 1000 }
        freshness = Freshness(details: er.record.updatedAt, hours: er.schedule?.updatedAt)
    }

    private static func text(_ status: ERStatus) -> String {
        switch status {
        case .open: "Open"
        case .closed: "Closed"
        case .unknown: "Possibly closed, call ahead"
        }
    }
}

/// Hours as JSON spells them, in answers and events alike.
enum ScheduleText {
    static func intervals(_ hours: OpeningHours) -> [ERScheduleChanged.Hours] {
        hours.spans.map { ERScheduleChanged.Hours(start: OpeningHours.text($0.start), end: OpeningHours.text($0.end)) }
    }

    static func day(_ schedule: DaySchedule) -> ERScheduleChanged.Day {
        ERScheduleChanged.Day(date: schedule.date.description, hours: schedule.hours.map(intervals))
    }
}
