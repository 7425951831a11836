import Foundation
import HTTP

extension RetrySchedule {
    /// The seconds that a `Retry-After` asks for, in seconds or as a date (RFC 9110, section 10.2.3); nil for what is neither.
    static func asked(_ header: String?, at now: Date) -> Int? {
        guard let header else { return nil }
        return Int(header) ?? HTTPDate.parse(header).map { Int($0.timeIntervalSince(now).rounded(.up)) }
    }
}
