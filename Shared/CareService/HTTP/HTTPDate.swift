import Foundation
import Synchronization

/// The Date header (RFC 9110, section 5.6.7), made once a second.
enum HTTPDate {
    private static let kept = Mutex<(second: Int, text: String)>((0, ""))

    static func now() -> String {
        let second = time(nil)
        return kept.withLock { kept in
            if kept.second != second { kept = (second, format(second)) }
            return kept.text
        }
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
