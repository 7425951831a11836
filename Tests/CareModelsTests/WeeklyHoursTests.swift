import CareModels
import Testing

@Suite struct WeeklyHoursTests {
    /// As it is written, and as we spell it.
    static let texts: [(String, String)] = [
        ("24/7", "24/7"), (" 24/7 ", "24/7"), ("Mo-Su 00:00-24:00", "24/7"), ("00:00-24:00", "24/7"), ("off", "off"), ("Mo-Su closed", "off"),
        ("Mo-Fr 08:00-18:00; Sa,Su 10:00-14:00", "Mo-Fr 08:00-18:00; Sa,Su 10:00-14:00"), ("mo-fr 8:00-18:00", "Mo-Fr 08:00-18:00"),
        ("Mo-Fr 08:00-12:00,13:00-18:00", "Mo-Fr 08:00-12:00,13:00-18:00"), ("Mo 13:00-18:00, 08:00-12:00", "Mo 08:00-12:00,13:00-18:00"),
        ("Mo - Fr 08:00 - 18:00;", "Mo-Fr 08:00-18:00"), ("Mo, We 08:00-18:00", "Mo,We 08:00-18:00"), ("08:00-20:00; We off", "Mo,Tu,Th-Su 08:00-20:00"),
        ("Fr-Mo 10:00-14:00", "Mo,Fr-Su 10:00-14:00"), ("Mo-Mo 10:00-14:00", "Mo 10:00-14:00"), ("Sa 22:00-06:00", "Sa 22:00-06:00"),
        ("Sa 22:00-00:00", "Sa 22:00-24:00"), ("Mo 08:00-18:00; Mo 09:00-10:00", "Mo 09:00-10:00"), ("Mo 08:00-12:00,12:00-18:00", "Mo 08:00-12:00,12:00-18:00"),
        ("Sa 10:00-14:00; Mo 10:00-14:00; Tu 08:00-09:00", "Mo,Sa 10:00-14:00; Tu 08:00-09:00"), ("Sa 06:00-05:00", "Sa 06:00-05:00")
    ]

    @Test(arguments: texts) func areRead(_ text: String, _ ours: String) throws {
        let hours = try WeeklyHours(text)
        #expect(hours.description == ours)
        #expect(try WeeklyHours(ours) == hours)
    }

    @Test(arguments: [
        "", " ", ";", "Mo-Fr", "Mo-Fr 8-18", "Mo-Fr 08:00", "Mo-Fr 08:00-", "Mo-Fr 08:00-18:00-19:00", "Mo-Xx 08:00-18:00", "Mo-We-Fr 08:00-18:00",
        "Mo,,Tu 08:00-18:00", "Mo 08:00-08:00", "Mo 24:00-06:00", "Mo 08:00-24:30", "Mo 08:00-12:00,11:00-13:00", "Mo-Fr 08:00-18:00; PH off",
        "Mo-Fr 08:00-18:00, Sa 10:00-14:00", "Jan-Mar Mo 08:00-18:00", "Mo sunrise-sunset", "24/7 off", "Mo 24/7", "08:00-18:00+", "monday 08:00-18:00",
        "Mo 00:00-00:30,01:00-01:30,02:00-02:30,03:00-03:30,04:00-04:30,05:00-05:30,06:00-06:30,07:00-07:30,08:00-08:30,09:00-09:30,10:00-10:30,11:00-11:30,12:00-12:30"
    ])
    func othersAreNot(_ text: String) { #expect(throws: WeeklyHours.Unreadable.self) { try WeeklyHours(text) } }

    @Test func aDayHasItsSpans() throws {
        let hours = try WeeklyHours("Mo 22:00-06:00,08:00-12:00; Sa 10:00-24:00")
        #expect(hours[.monday].map { [$0.start, $0.end] } == [[480, 720], [1320, 1800]])
        #expect(hours[.saturday].map { [$0.start, $0.end] } == [[600, 1440]] && hours[.sunday].isEmpty && hours.days.count == 7)
    }

    @Test func longOnesAreRefused() { #expect(throws: WeeklyHours.Unreadable.self) { try WeeklyHours(String(repeating: "Mo off;", count: 200)) } }
}
