import CareModels
import Foundation
import Testing

@Suite struct TimeZoneNameTests {
    /// Zones, and links to them: what a browser or a telephone says, old and new.
    @Test(arguments: [
        "America/Winnipeg", "America/Argentina/Buenos_Aires", "America/Buenos_Aires", "America/Indiana/Indianapolis", "America/Port-au-Prince", "Asia/Kolkata",
        "Asia/Calcutta", "Asia/Ho_Chi_Minh", "Asia/Saigon", "Europe/Kyiv", "Europe/Kiev", "Arctic/Longyearbyen", "Antarctica/DumontDUrville", "Pacific/Kanton",
        "Atlantic/Faroe", "Australia/Lord_Howe", "Indian/Mauritius", "Africa/Porto-Novo", "UTC", "Etc/UTC"
    ])
    func known(_ name: String) { #expect(TimeZoneName.isKnown(name)) }

    /// Nearly all of them Foundation makes a zone of, or would on some machine.
    @Test(arguments: [
        "", " ", "Winnipeg", "america/winnipeg", "America/winnipeg", "America", "America/", "America/Winnipeg ", "Mars/Olympus", "EST", "CST", "CST6CDT", "EST5EDT",
        "GMT", "GMT+5", "GMT+05:00", "Z", "UTC+1", "Etc/GMT+5", "Etc/GMT", "Etc/Zulu", "Etc/Unknown", "SystemV/EST5", "Factory", "US/Eastern", "Canada/Central",
        "Brazil/East", "Japan", "GB-Eire", "posix/America/Winnipeg", "right/America/Winnipeg", "../America/Winnipeg", "/etc/localtime", "America/\u{410}dak"
    ])
    func unknown(_ name: String) { #expect(!TimeZoneName.isKnown(name)) }

    /// Of Foundation's own list only GMT is not taken, which is no place; it lacks every newer spelling of its own (Asia/Kolkata).
    @Test func holdsAllThatFoundationLists() {
        #expect(TimeZone.knownTimeZoneIdentifiers.filter { !TimeZoneName.isKnown($0) } == ["GMT"])
    }
}
