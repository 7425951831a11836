import CareModels
import Foundation
import Testing

@Suite struct RFC3339Tests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0),
        ("2026-03-08T14:30:00Z", 1_772_980_200),
        ("2026-03-08t14:30:00z", 1_772_980_200),
        ("2026-03-08T14:30:00+00:00", 1_772_980_200),
        ("2026-03-08T14:30:00-00:00", 1_772_980_200),
        ("2026-03-08T20:00:00+05:30", 1_772_980_200),
        ("2026-03-08T08:30:00-06:00", 1_772_980_200),
        ("2026-03-09T14:29:00+23:59", 1_772_980_200),
        ("2024-02-29T00:00:00Z", 1_709_164_800),
        ("2000-02-29T23:59:59Z", 951_868_799),
        ("1969-12-31T23:59:59Z", -1),
        ("0000-01-01T00:00:00Z", -62_167_219_200),
        ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("1582-10-10T00:00:00Z", -12_219_724_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
        // Leap seconds are the instant after them, in any offset.
        ("2016-12-31T23:59:60Z", 1_483_228_800),
        ("2016-12-31T18:59:60-05:00", 1_483_228_800)
    ])
    func reads(text: String, seconds: Int) throws {
        let instant = try #require(RFC3339.parse(text))
        #expect(instant == Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test(arguments: ["9999-12-31T23:59:59.9999999Z", "2026-03-08T23:59:59.999999999Z", "1969-12-31T23:59:59.999999999Z"])
    func staysInItsSecond(text: String) throws {
        let instant = try #require(RFC3339.parse(text))
        let next = try #require(RFC3339.parse("\(text.prefix(19))Z")).timeIntervalSince1970 + 1
        #expect(instant.timeIntervalSince1970 < next)
    }

    @Test(arguments: [
        ("2026-03-08T14:30:00.5Z", 0.5), ("2026-03-08T14:30:00.050Z", 0.05), ("2026-03-08T14:30:00.123456Z", 0.123456),
        ("2026-03-08T14:30:00.123456789Z", 0.123456789), ("2026-03-08T14:30:00.1234567899999999999999999999Z", 0.123456789),
        ("2026-03-08T14:30:00.000Z", 0)
    ])
    func readsFractions(text: String, fraction: Double) throws {
        let instant = try #require(RFC3339.parse(text))
        #expect(instant == Date(timeIntervalSince1970: 1_772_980_200 + fraction))
    }

    @Test(arguments: [
        "", "2026-03-08", "2026-03-08T14:30Z", "2026-03-08T14:30:00", "2026-03-08 14:30:00Z", "2026-3-8T14:30:00Z",
        "2026-03-08T14:30:00Zz", "2026-03-08T14:30:00Z ", " 2026-03-08T14:30:00Z", "2026-03-08T14:30:00.Z", "2026-03-08T14:30:00,5Z",
        "2026-02-30T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-00-10T00:00:00Z",
        "2026-13-10T00:00:00Z", "2026-03-00T00:00:00Z", "2026-03-32T00:00:00Z", "2026-03-08T24:00:00Z", "2026-03-08T14:60:00Z",
        "2026-03-08T14:30:61Z", "2026-03-08T14:30:60Z", "2026-03-08T14:30:00+24:00", "2026-03-08T14:30:00+05:60",
        "2026-03-08T14:30:00+0530", "2026-03-08T14:30:00+05", "+2026-03-08T14:30:00Z", "10000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00", "２０２６-03-08T14:30:00Z", "2026-03-08T14:30:00\u{0}Z"
    ])
    func refuses(text: String) {
        #expect(RFC3339.parse(text) == nil)
    }

    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z"), (1_772_980_200.029, "2026-03-08T14:30:00.029Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
        (0.0004, "1970-01-01T00:00:00Z"), (0.0006, "1970-01-01T00:00:00.001Z"), (0.9996, "1970-01-01T00:00:01Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
        (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
        // Beyond what four digits spell.
        (253_402_300_800, "9999-12-31T23:59:59.999Z"), (-1e15, "0000-01-01T00:00:00Z")
    ])
    func writes(seconds: Double, text: String) {
        #expect(RFC3339.format(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(
        arguments: [
            ("2026-13-45T10:00:00Z", .month), ("2026-13-45", .month), ("2026-00-10T10:00:00Z", .month), ("2026-02-30T10:00:00Z", .day), ("2026-01-00T10:00:00Z", .day),
            ("2026-01-31T24:00:00Z", .hour), ("2026-01-31T10:60:00Z", .minute), ("2026-01-31T10:00:60Z", .second), ("2026-01-31T10:00:61Z", .second),
            ("2026-01-31", nil), ("2026-1-31T10:00:00Z", nil), ("2026-01-31T10:00:00", nil), ("tomorrow", nil), ("", nil)
        ] as [(String, RFC3339.ImpossiblePart?)])
    func namesThePartThatThereIsNot(_ text: String, _ part: RFC3339.ImpossiblePart?) {
        #expect(RFC3339.parse(text) == nil)
        #expect(RFC3339.impossiblePart(of: text) == part)
    }

    @Test func everyMillisecondOfASecondComesBack() throws {
        for second in [-62_167_219_200, -1, 0, 1_772_980_200, 253_402_300_799] {
            for millisecond in 0..<1000 {
                let instant = Date(timeIntervalSince1970: Double(second) + Double(millisecond) / 1000)
                #expect(try #require(RFC3339.parse(RFC3339.format(instant))) == instant)
            }
        }
    }

    /// Against Foundation's calendar, a day from each month of 3,000 years (it goes by the Julian calendar before 1582).
    @Test func daysAgreeWithTheGregorianCalendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for year in stride(from: 1600, through: 4600, by: 1) {
            let month = year % 12 + 1
            let parts = DateComponents(year: year, month: month, day: 28)
            let instant = try #require(calendar.date(from: parts))
            let digits = String(format: "%04d-%02d-28T00:00:00Z", year, month)
            #expect(RFC3339.format(instant) == digits)
            #expect(RFC3339.parse(digits) == instant)
        }
    }
}
