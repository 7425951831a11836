import CareModels
import Foundation
import JSON

/// An emergency room as JSON.
struct ERView: Sendable {
    private let record: ERRecord
    private let directions: String
    /// What depends on the moment; absent in the feed of changes, whose readers work it out from the hours.
    private var status: ERStatus?
    private var until: Int?
    private var opensAt: Int?
    private var today: DaySchedule?
    private var kilometres: Double?
    private var language = Language.english

    init(_ record: ERRecord, directions template: DirectionsTemplate) {
        self.record = record
        directions = template.link(to: record.details.position)
    }

    init(_ er: EvaluatedER, directions: DirectionsTemplate, in language: Language) {
        self.init(er.record, directions: directions)
        status = er.status
        until = er.until
        opensAt = er.opensAt
        today = er.schedule
        kilometres = er.kilometres
        self.language = language
    }

    private static func text(_ status: ERStatus) -> Text {
        switch status {
        case .open: "Open"
        case .closed: "Closed, call ahead"
        case .unknown: "Possibly closed, call ahead"
        }
    }
}

extension ERView: JSONWritable {
    func write(to json: inout JSONWriter) {
        let details = record.details
        json.object {
            $0.member("city", details.city)
            $0.member("country", details.country)
            $0.member("countyCode", details.countyCode)
            $0.member("createdAt", record.createdAt)
            $0.member("directions", directions)
            $0.member("distanceKm", kilometres.map { ($0 * 1000).rounded() / 1000 })
            $0.member("facilityType", details.facilityType)
            if status != nil {
                // How old what is said here is: when the details were last changed, and when today's hours were last set.
                $0.object("freshness") {
                    $0.member("detailsUpdatedAt", record.updatedAt)
                    $0.member("hoursUpdatedAt", today?.updatedAt)
                }
            }
            $0.member("id", record.id.description)
            $0.member("latitude", details.latitude)
            $0.member("longitude", details.longitude)
            $0.member("name", details.name)
            $0.member("opensAt", opensAt.map { Date(epochSeconds: $0) })
            $0.member("phone", details.phone)
            // RFC 3966.
            $0.member("phoneLink", details.phone.map { "tel:" + $0 })
            $0.member("postalCode", details.postalCode)
            $0.member("region", details.region)
            $0.member("status", status?.rawValue)
            $0.member("statusText", status.map { Self.text($0).string(in: language) })
            $0.member("statusUntil", until.map { Date(epochSeconds: $0) })
            $0.member("street", details.street)
            $0.member("timeZone", details.timeZone)
            $0.member("timeZoneBasis", details.timeZoneBasis.rawValue)
            if let today, let hours = today.hours {
                $0.object("today") {
                    $0.member("date", today.date.description)
                    // Empty: closed.
                    $0.list("intervals", hours.texts.map(HoursView.init))
                }
            }
            $0.member("updatedAt", record.updatedAt)
            $0.member("version", record.version)
            $0.member("website", details.website)
            if let week = details.weeklyHours.flatMap(WeekdayView.week) { $0.list("week", week) }
            $0.member("weeklyHours", details.weeklyHours)
            $0.member("weeklyHoursFrom", details.weeklyHoursFrom)
            $0.member("weeklyHoursTo", details.weeklyHoursTo)
        }
    }
}
