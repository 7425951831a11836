import CareModels
import Foundation
import Synchronization

/// Dates in headers (RFC 9110, section 5.6.7); that of now is made once a second.
package enum HTTPDate {
    private static let kept = Mutex<(second: Int, text: String)>((0, ""))

    static func now() -> String {
        let second = time(nil)
        return kept.withLock { kept in
            if kept.second != second { kept = (second, format(second)) }
            return kept.text
        }
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`; fractions of a second are dropped.
    package static func format(_ instant: Date) -> String { format(Int(instant.timeIntervalSince1970.rounded(.down))) }

    /// The preferred format only, and as it is spelled there, its day of the week too; nil for the obsolete two, which a receiver of a
    /// condition may ignore like any other that it cannot read.
    package static func parse(_ text: String) -> Date? { read(text).flatMap { format($0) == text ? $0 : nil } }

    private static func read(_ text: String) -> Date? {
        // It may be another server's word, and long: what is no date is not compared with anything.
        guard text.utf8.count == 29, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", parts[0].hasSuffix(","), let month = months.firstIndex(of: String(parts[2])),
            let day = Int(parts[1]), let year = Int(parts[3]), parts[3].utf8.count == 4
        else { return nil }
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return RFC3339.parse("\(parts[3])-\(two(month + 1))-\(two(day))T\(parts[4])Z").flatMap { year > 0 ? $0 : nil }
    }

    static func format(_ second: Int) -> String {
        var second = second
        var parts = tm()
        gmtime_r(&second, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = days[Int(parts.tm_wday)]
        let month = months[Int(parts.tm_mon)]
        return "\(day), \(two(parts.tm_mday)) \(month) \(1900 + parts.tm_year) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
