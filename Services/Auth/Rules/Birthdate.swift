import CareModels
import Foundation

/// A date of birth as OpenID Connect spells it (Core, 5.1): `1975-03-08`; the year alone, `1975`; or, of who keeps the year to themselves, `0000-03-08`.
enum Birthdate {
    static let firstYear = 1850
    /// More than any has, so that what is no date hears what one is.
    static let longest = 64
    /// Of the spellings above.
    static let mostCharacters = 10

    /// `now` is a day wherever it has begun, since nobody says where somebody was born.
    static func check(_ text: String, _ field: String, now: Date, _ checks: inout Checks) {
        let isYear = text.utf8.count == 4
        guard let date = LocalDate(isYear ? text + "-01-01" : text) else {
            return checks.fail(field, "must be a day that there is, such as 1975-03-08, a year alone, 1975, or a day without its year, 0000-03-08")
        }
        // The year 0 is a leap year, so that 29 February goes without one, too.
        let isWithoutYear = text.hasPrefix("0000-")
        let last = LocalDate(localSeconds: now.epochSeconds + 14 * 3600)
        let isPast = date <= last && CivilDate(daysSince1970: date.daysSince1970).year >= firstYear
        checks.check(isWithoutYear || isPast, field, "must be from the year \(firstYear) on, and not in the future")
    }
}
