import CareModels

/// The hours of one date, on the wall clocks of the emergency room. Without any it is closed that date; that no hours are known is
/// another thing, and spelled nil.
struct OpeningHours: Equatable, Sendable {
    /// From a minute until before another, counted from the midnight that begins the date. Past 1440 is the next day.
    struct Span: Hashable, Sendable {
        var start: Int
        var end: Int
    }

    private static let minutesPerDay = ClockTime.minutesPerDay
    static let mostSpans = WeeklyHours.mostSpans

    /// In order, none touching another's inside.
    let spans: [Span]

    static let open24 = OpeningHours(spans: [Span(start: 0, end: minutesPerDay)])
    static let open12 = OpeningHours(spans: [Span(start: 8 * 60, end: 20 * 60)])
    static let closed = OpeningHours(spans: [])

    var isClosed: Bool { spans.isEmpty }
    /// Where the last span ends, in minutes since the midnight that begins the date.
    var lastEnd: Int { spans.last?.end ?? 0 }

    func contains(second: Int) -> Bool { spans.contains { $0.start * 60 <= second && second < $0.end * 60 } }

    private init(spans: [Span]) { self.spans = spans }

    // MARK: As columns

    /// Pairs of start and end. Nil for what no rule of ours has written.
    init?(columns: [Int]) {
        guard columns.count % 2 == 0 else { return nil }
        let spans = stride(from: 0, to: columns.count, by: 2).map { Span(start: columns[$0], end: columns[$0 + 1]) }
        guard Self.areInOrder(spans) else { return nil }
        self.init(spans: spans)
    }

    var columns: [Int] { spans.flatMap { [$0.start, $0.end] } }

    private static func areInOrder(_ spans: [Span]) -> Bool {
        let isSound = spans.allSatisfy { 0 <= $0.start && $0.start < minutesPerDay && $0.start < $0.end && $0.end <= $0.start + minutesPerDay }
        return isSound && zip(spans, spans.dropFirst()).allSatisfy { $0.end <= $1.start }
    }

    // MARK: As text

    /// `09:30`; past midnight the next day's clock. A span's end of 1440 is 24:00.
    static func text(_ minutes: Int) -> String {
        let ofDay = minutes > minutesPerDay ? minutes - minutesPerDay : minutes
        return ClockTime(minutes: ofDay).description
    }

    // MARK: From what a scheduler sends

    enum Preset: String, CaseIterable, Sendable {
        case open24 = "open24", open12 = "open12", closed = "closed"

        var hours: OpeningHours {
            switch self {
            case .open24: .open24
            case .open12: .open12
            case .closed: .closed
            }
        }
    }

    /// A preset, or intervals: one of them.
    struct Draft: Decodable, Sendable {
        struct Interval: Decodable, Sendable {
            var start: String
            var end: String
        }

        var preset: String?
        /// Empty: closed.
        var intervals: [Interval]?
    }

    init(_ draft: Draft) throws(Faults) {
        switch (draft.preset, draft.intervals) {
        case (let name?, nil):
            guard let preset = Preset(rawValue: name) else {
                throw Faults("preset", "must be one of \(Preset.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            self = preset.hours
        case (nil, let intervals?):
            self.init(spans: try Self.spans(intervals))
        case (nil, nil): throw Faults("preset", "is required, or intervals; closed is the preset closed, or no intervals")
        case (_?, _?): throw Faults("preset", "and intervals exclude each other; send one of them")
        }
    }

    private static func spans(_ drafts: [Draft.Interval]) throws(Faults) -> [Span] {
        guard drafts.count <= mostSpans else { throw Faults("intervals", "holds \(drafts.count); a date takes at most \(limit: mostSpans)") }
        var checks = Checks()
        var spans: [(index: Int, span: Span)] = []
        for (index, draft) in drafts.enumerated() {
            let path = "intervals[\(index)]"
            let start = ClockTime(draft.start).flatMap { $0.minutes < minutesPerDay ? $0.minutes : nil }
            let end = ClockTime(draft.end)?.minutes
            if start == nil { checks.fail(path + ".start", "must be a time from 00:00 to 23:59") }
            if end == nil { checks.fail(path + ".end", "must be a time from 00:00 to 24:00") }
            guard let start, let end else { continue }
            if start == end {
                checks.fail(path + ".end", "must differ from start; a whole day is 00:00 to 24:00")
            } else {
                // At or before the start is on the next day: 22:00 to 06:00, and 22:00 to 00:00.
                spans.append((index, Span(start: start, end: end > start ? end : end + minutesPerDay)))
            }
        }
        spans.sort { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
        for (earlier, later) in zip(spans, spans.dropFirst()) where earlier.span.end > later.span.start {
            checks.fail("intervals[\(later.index)]", "overlaps intervals[\(earlier.index)]; join them")
        }
        try checks.done()
        return spans.map(\.span)
    }
}
