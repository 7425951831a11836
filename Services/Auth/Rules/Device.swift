import CareModels

/// By what name a person knows the browser or app that they logged in with: of its User-Agent as much as says that, and nothing that would tell one phone
/// from another of its kind.
enum Device {
    private static let longest = 40
    /// What gives itself out for others too comes before them.
    private static let browsers = [
        ("Edg/", "Edge"), ("OPR/", "Opera"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari")
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"), ("Mac OS X", "macOS"), ("Linux", "Linux")
    ]

    /// Nil when it says nothing.
    static func name(_ userAgent: String?) -> String? {
        guard let userAgent else { return nil }
        let browser = browsers.first { userAgent.contains($0.0) }?.1 ?? product(userAgent)
        let system = systems.first { userAgent.contains($0.0) }?.1
        guard let browser else { return system }
        return system.map { "\(browser) on \($0)" } ?? browser
    }

    /// As a person reads it: what is stored is English.
    static func said(_ name: String) -> Text {
        guard let system = systems.lazy.map(\.1).first(where: { name.hasSuffix(" on \($0)") }) else { return Text(verbatim: name) }
        return "\(name.dropLast(" on \(system)".count)) on \(system)"
    }

    /// The first product's name (RFC 9110, 10.1.5).
    private static func product(_ userAgent: String) -> String? {
        let name = userAgent.utf8.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
            }
        }
        return name.isEmpty ? nil : String(Substring(name.prefix(longest)))
    }
}
