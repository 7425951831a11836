/// The day of the week, Monday first (ISO 8601).
enum Weekday: String, CaseIterable, Codable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// 0 for Monday … 6 for Sunday.
    var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    init?(index: Int) {
        guard Self.allCases.indices.contains(index) else { return nil }
        self = Self.allCases[index]
    }

    /// The index of the weekday on which a day since 1970-01-01 (a Thursday) falls.
    static func index(ofDay day: Int) -> Int {
        let shifted = (day + 3) % 7
        return shifted < 0 ? shifted + 7 : shifted
    }
}
