/// A member's name as it is compared: its length and its first eight bytes tell most names apart.
struct SearchName: Equatable, Sendable {
    let length: Int
    private let head: UInt64

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        length = end - start
        if start + 8 <= bytes.count, let base = bytes.baseAddress {
            // The bytes behind a shorter name are masked.
            let word = UInt64(littleEndian: UnsafeRawPointer(base + start).loadUnaligned(as: UInt64.self))
            head = length >= 8 ? word : word & (1 << UInt64(length * 8) - 1)
        } else {
            var word: UInt64 = 0
            for index in 0..<min(length, 8) { word |= UInt64(bytes[start + index]) << UInt64(index * 8) }
            head = word
        }
    }

    init(_ bytes: [UInt8]) { self = bytes.withUnsafeBufferPointer { SearchName($0, 0, bytes.count) } }

    init(_ text: StaticString) { self = text.withUTF8Buffer { SearchName($0, 0, $0.count) } }

    /// The members of datatypes that are read.
    struct Known: Sendable {
        let text: StaticString
        let name: SearchName

        init(_ text: StaticString) {
            self.text = text
            name = SearchName(text)
        }

        static let text = Known("text")
        static let system = Known("system")
        static let code = Known("code")
        static let display = Known("display")
        static let coding = Known("coding")
        static let type = Known("type")
        static let value = Known("value")
        static let reference = Known("reference")
        static let identifier = Known("identifier")
        static let resourceType = Known("resourceType")
        static let id = Known("id")
        static let start = Known("start")
        static let end = Known("end")
        static let event = Known("event")
        static let boundsPeriod = Known("boundsPeriod")
        static let low = Known("low")
        static let high = Known("high")
        static let comparator = Known("comparator")
        static let currency = Known("currency")
        static let origin = Known("origin")
        static let unit = Known("unit")
        static let family = Known("family")
        static let given = Known("given")
        static let prefix = Known("prefix")
        static let suffix = Known("suffix")
        static let line = Known("line")
        static let city = Known("city")
        static let district = Known("district")
        static let state = Known("state")
        static let postalCode = Known("postalCode")
        static let country = Known("country")
        static let timingRepeat = Known("repeat")
    }
}
