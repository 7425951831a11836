import CareModels
import Foundation

@testable import HTTP

extension FuzzTarget {
    /// RFC 3339 instants, dates, clock times and HTTP dates: what is read is spelled, and read again the same.
    static let instant = FuzzTarget("instant", longest: 64) { input in
        let text = String(decoding: input, as: UTF8.self)
        if let instant = RFC3339.parse(text) {
            let spelled = RFC3339.format(instant)
            let again = unwrap(RFC3339.parse(spelled), "\(spelled) is not read again")
            // To the nearest millisecond; the last of the year 9999 has none after it.
            let most = spelled == "9999-12-31T23:59:59.999Z" ? 0.001_1 : 0.000_6
            expect(abs(again.timeIntervalSince(instant)) <= most, "\(text) became \(spelled)")
            expect(RFC3339.format(again) == spelled, "\(spelled) is spelled in two ways")
            expect(text.utf8.allSatisfy { $0 < 0x80 } && text.utf8.count >= 20, "\(text) is no RFC 3339")
            _ = instant.epochSeconds
            let local = LocalTime(instant, in: .utc)
            expect((0..<86_400).contains(local.secondOfDay), "second \(local.secondOfDay) of a day")
            if !text.contains(":60"), (text.hasSuffix("Z") || text.hasSuffix("z")) {
                expect(local.date.description == String(text.prefix(10)), "\(text) is on \(local.date)")
            }
            _ = HTTPDate.format(instant)
        }
        if let date = LocalDate(text) { expect(date.description == text, "\(text) is spelled \(date)") }
        if let time = ClockTime(text) { expect(time.description == text, "\(text) is spelled \(time)") }
        if let instant = HTTPDate.parse(text) { expect(HTTPDate.format(instant) == text, "\(text) is spelled \(HTTPDate.format(instant))") }
        if input.count >= 8 {
            // Any number of seconds, also those of no year that can be spelled.
            let seconds = input.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let instant = Date(timeIntervalSince1970: Double(bitPattern: seconds))
            if !instant.timeIntervalSince1970.isNaN { expect(RFC3339.parse(RFC3339.format(instant)) != nil, "\(instant) has no spelling") }
        }
    }
}
