import Foundation
import Testing

@testable import CareModels

@Suite struct ZoneTests {
    /// Foundation's tables and the machine's agree of what is past, wherever both have a zone: of every place, each tenth day of twenty years. But for a few whose
    /// history has been corrected since (Choibalsan, Vostok).
    @Test func tellsWhatWasAsFoundationDoes() throws {
        let begin = try epochSeconds("2000-01-01T00:30:00Z")
        let end = try epochSeconds("2020-01-01T00:00:00Z")
        var wrong: Set<String> = []
        for name in TimeZone.knownTimeZoneIdentifiers {
            guard let zone = Zone(name), let foundation = TimeZone(identifier: name) else { continue }
            for instant in stride(from: begin, to: end, by: 10 * LocalDate.secondsPerDay)
            where zone.offset(at: instant) != foundation.secondsFromGMT(for: Date(epochSeconds: instant)) { wrong.insert(name) }
        }
        #expect(wrong.count < 10, "\(wrong)")
    }

    @Test(arguments: ["", ".", "..", "/etc/localtime", "Europe", "Europe/", "../zoneinfo/UTC", "Europe/../UTC", "zone1970.tab", "Mars/Olympus"])
    func isNone(_ name: String) { #expect(Zone(name) == nil) }

    @Test func whatIsStoredIsAlwaysRead() {
        #expect(Zone.stored("America/Winnipeg").offset(at: 1_767_300_000) == -21_600)
        #expect(Zone.stored("Mars/Olympus").name == "UTC" && Zone.stored("Mars/Olympus").offset(at: 1_767_300_000) == 0)
    }

    /// In the tz database no more; Foundation still knows it, and it may be stored.
    @Test func anOldNameIsStillTold() { #expect(Zone("SystemV/EST5")?.offset(at: 1_767_300_000) == -18_000) }

    @Test(arguments: [
        ("CST6CDT,M3.2.0,M11.1.0", "2027-03-14T07:59:59Z", -21_600), ("CST6CDT,M3.2.0,M11.1.0", "2027-03-14T08:00:00Z", -18_000),
        ("CST6CDT,M3.2.0,M11.1.0", "2027-11-07T06:59:59Z", -18_000), ("CST6CDT,M3.2.0,M11.1.0", "2027-11-07T07:00:00Z", -21_600),
        // South of the equator summer goes over the year's end.
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2027-01-01T00:00:00Z", 39_600), ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2027-04-03T16:00:00Z", 36_000),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2027-10-02T15:59:59Z", 36_000), ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2027-10-02T16:00:00Z", 39_600),
        // Half an hour of summer (Lord Howe).
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2027-01-01T00:00:00Z", 39_600), ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2027-06-01T00:00:00Z", 37_800),
        // Winter's time is behind the standard one (Dublin).
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2027-07-01T00:00:00Z", 3600), ("IST-1GMT0,M10.5.0,M3.5.0/1", "2027-12-01T00:00:00Z", 0),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2027-03-28T01:00:00Z", 3600), ("IST-1GMT0,M10.5.0,M3.5.0/1", "2027-10-31T01:00:00Z", 0),
        // Hours before and after the day (Nuuk's Saturday, Gaza's of before).
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2027-03-28T00:59:59Z", -7200), ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2027-03-28T01:00:00Z", -3600),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2027-03-26T23:59:59Z", 7200), ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2027-03-27T00:00:00Z", 10_800),
        // Days of the year, with and without the 29th of February.
        ("AAA0BBB,J60/0,J365", "2028-03-01T00:00:00Z", 3600), ("AAA0BBB,J60/0,J365", "2028-02-29T23:59:59Z", 0),
        ("AAA0BBB,59/0,365", "2028-02-29T00:00:00Z", 3600), ("AAA0BBB,59/0,365", "2028-02-28T23:59:59Z", 0),
        // No summer; all summer.
        ("<+0545>-5:45", "2027-07-01T00:00:00Z", 20_700), ("XXX3EDT4,0/0,J365/23", "2027-01-01T12:00:00Z", -14_400),
        ("XXX3EDT4,0/0,J365/23", "2027-12-31T12:00:00Z", -14_400)
    ])
    func rule(_ text: String, _ instant: String, _ offset: Int) throws {
        #expect(try #require(ZoneRule(text.utf8)).offset(at: epochSeconds(instant)) == offset)
    }

    @Test(arguments: [
        "", "CS6", "CST", "CST6CDT", "CST6CDT,M3.2.0", "CST6CDT,M3.2.0,M11.1.0,", "CST168", "CST6CDT,M13.2.0,M11.1.0", "CST6CDT,M3.6.0,M11.1.0", "CST6CDT,M3.2.7,M11.1.0",
        "CST6CDT,J0,J365", "CST6CDT,366,1", "<CST6", "CST6:60", "CST6CDT,M3.2.0/168,M11.1.0"
    ])
    func noRule(_ text: String) { #expect(ZoneRule(text.utf8) == nil) }

    /// A file of two turns, at 100 and at 200, and what it says before, between and after them.
    @Test(arguments: [("", 7200), ("AAA-3", 10_800)]) func file(_ footer: String, _ last: Int) throws {
        let file = try #require(ZoneFile(Self.bytes(footer)))
        let asked = [(Int.min, 0), (99, 0), (100, 3600), (199, 3600), (200, last), (4_000_000_000, last)]
        for (instant, offset) in asked { #expect(file.offset(at: instant) == offset, "\(instant)") }
    }

    /// Cut anywhere, or with any of its bytes another, it is refused or read, and nothing else happens.
    @Test func isBroken() {
        let whole = Self.bytes("CST6CDT,M3.2.0,M11.1.0")
        for count in whole.indices { #expect(ZoneFile(Array(whole.prefix(count))) == nil) }
        for index in whole.indices {
            for value in [0, 0x7f, 0xff] as [UInt8] {
                var bytes = whole
                bytes[index] = value
                _ = ZoneFile(bytes)?.offset(at: 150)
            }
        }
        var first = whole
        first[4] = 0
        #expect(ZoneFile(first) == nil, "of version 1")
    }

    private static func bytes(_ footer: String) -> [UInt8] {
        var bytes: [UInt8] = []
        func number(_ value: Int, _ width: Int) { for shift in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) } }
        func header(turns: Int, types: Int, letters: Int) {
            bytes += Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
            for count in [0, 0, 0, turns, types, letters] { number(count, 4) }
        }
        header(turns: 0, types: 1, letters: 1)
        bytes += [UInt8](repeating: 0, count: 7)
        header(turns: 2, types: 3, letters: 4)
        for turn in [100, 200] { number(turn, 8) }
        bytes += [1, 2]
        for offset in [0, 3600, 7200] {
            number(offset, 4)
            bytes += [0, 0]
        }
        bytes += Array("AAA\0\n\(footer)\n".utf8)
        return bytes
    }

    private func epochSeconds(_ text: String) throws -> Int { try #require(RFC3339.parse(text)).epochSeconds }
}
