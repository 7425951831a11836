/// What an appointment is about, in the bytes that are sealed: the title, and after a NUL, which no text may hold, the description.
struct AppointmentTexts: Sendable, Equatable {
    var title: String
    var description: String?

    var bytes: [UInt8] { Array(title.utf8) + (description.map { [0] + Array($0.utf8) } ?? []) }

    init(title: String, description: String?) {
        self.title = title
        self.description = description
    }

    init(_ bytes: [UInt8]) {
        let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
        title = String(decoding: bytes[..<end], as: UTF8.self)
        description = end == bytes.endIndex ? nil : String(decoding: bytes[(end + 1)...], as: UTF8.self)
    }
}
