import CareModels
import Foundation
import JSON

/// An emergency room as JSON.
struct ERView: Sendable {
    struct Today: Sendable {
        var date: LocalDate
        /// Empty: closed.
        var intervals: [ERScheduleChanged.Hours]
    }

    /// How old what is said here is.
    struct Freshness: Sendable {
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

extension ERView: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("city", city)
            $0.member("country", country)
            $0.member("countyCode", countyCode)
            $0.member("createdAt", createdAt)
            $0.member("directions", directions)
            $0.member("distanceKm", distanceKm)
            $0.member("facilityType", facilityType)
            if let freshness {
                $0.object("freshness") {
                    $0.member("details", freshness.details)
                    $0.member("hours", freshness.hours)
                }
            }
            $0.member("id", id.description)
            $0.member("latitude", latitude)
            $0.member("longitude", longitude)
            $0.member("name", name)
            $0.member("phone", phone)
            $0.member("phoneLink", phoneLink)
            $0.member("postalCode", postalCode)
            $0.member("region", region)
            $0.member("status", status?.rawValue)
            $0.member("statusText", statusText)
            $0.member("statusUntil", statusUntil)
            $0.member("street", street)
            $0.member("timeZone", timeZone)
            $0.member("timeZoneBasis", timeZoneBasis.rawValue)
            if let today {
                $0.object("today") {
                    $0.member("date", today.date.description)
                    $0.list("intervals", today.intervals)
                }
            }
            $0.member("updatedAt", updatedAt)
            $0.member("version", version)
            $0.member("website", website)
        }
    }
}

extension ERScheduleChanged.Hours: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("end", end)
            $0.member("start", start)
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
