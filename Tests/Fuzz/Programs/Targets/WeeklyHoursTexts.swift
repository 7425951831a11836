import CareModels

extension FuzzTarget {
    /// Weekly hours of an import or a scheduler: seven days of bounded, ordered spans, and our own spelling is read as the same.
    static let weeklyHours = FuzzTarget("weekly-hours", longest: 400) { input in
        guard let hours = try? WeeklyHours(String(decoding: input, as: UTF8.self)) else { return }
        expect(hours.days.count == 7, "\(hours.days.count) days")
        for spans in hours.days {
            expect(spans.count <= 12, "\(spans.count) spans")
            expect(spans.allSatisfy { 0 <= $0.start && $0.start < 1440 && $0.start < $0.end && $0.end <= $0.start + 1440 }, "\(spans)")
            expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end <= $1.start }, "out of order: \(spans)")
        }
        let again = unwrap(try? WeeklyHours(hours.description), "our own spelling is not read: \(hours)")
        expect(again == hours, "\(hours) is read as \(again)")
    }
}
