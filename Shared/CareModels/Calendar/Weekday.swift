/// The day of the week, Monday first (ISO 8601).
public enum Weekday: String, CaseIterable, Codable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// 0 for Monday … 6 for Sunday.
    public var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    public init?(index: Int) {
        guard Self.allCases.indices.contains(index) else { return nil }
        self = Self.allCases[index]
    }
}
