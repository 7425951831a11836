import CareModels
import Foundation

/// What the answers of a route say that has a better one beside it: since when it is not to be used in new programs (RFC 9745), when it ends,
/// where that is settled (RFC 8594), and the page that says what to use.
struct Deprecation: Sendable {
    let headers: HTTPHeaders

    init(since: LocalDate, sunset: LocalDate?, link: String) {
        precondition(sunset.map { $0 >= since } ?? true, "it ends before it is deprecated")
        var headers: HTTPHeaders = ["Deprecation": "@\(since.localSeconds)", "Link": "<\(link)>; rel=\"deprecation\"; type=\"text/html\""]
        if let sunset { headers.add(name: "Sunset", value: HTTPDate.format(sunset.instant)) }
        self.headers = headers
    }
}

extension LocalDate {
    /// Its first second in UTC.
    fileprivate var instant: Date { Date(timeIntervalSince1970: Double(localSeconds)) }
}
