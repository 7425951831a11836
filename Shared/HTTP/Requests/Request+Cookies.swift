import Foundation

extension HTTPHeaders {
    /// What a browser keeps for us, by name (RFC 6265, 4.2). Of one that comes twice the last counts; what has no value is none.
    package var cookies: [String: String] {
        var cookies: [String: String] = [:]
        for line in self["Cookie"] {
            for pair in line.split(separator: ";") {
                let halves = pair.split(separator: "=", maxSplits: 1)
                guard halves.count == 2 else { continue }
                cookies[halves[0].trimmingCharacters(in: .whitespaces)] = halves[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return cookies
    }
}

extension Request {
    package var cookies: [String: String] { headers.cookies }
}
