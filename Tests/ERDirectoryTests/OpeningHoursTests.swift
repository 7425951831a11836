import CareModels
import Testing

@testable import ERDirectoryService

@Suite struct OpeningHoursTests {
    private func draft(_ intervals: [(String, String)]) -> OpeningHours.Draft {
        OpeningHours.Draft(preset: nil, intervals: intervals.map { OpeningHours.Draft.Interval(start: $0.0, end: $0.1) })
    }

    private func spans(_ intervals: (String, String)...) throws -> [[Int]] { try OpeningHours(draft(intervals)).spans.map { [$0.start, $0.end] } }

    private func faults(_ draft: OpeningHours.Draft) -> [String] {
        do {
            _ = try OpeningHours(draft)
            return []
        } catch { return error.all.map(\.field) }
    }

    @Test func presets() throws {
        func hours(_ name: String) throws -> [Int] { try OpeningHours(OpeningHours.Draft(preset: name)).columns }
        #expect(try hours("open24") == [0, 1440])
        #expect(try hours("open12") == [480, 1200])
        #expect(try hours("closed") == [])
        #expect(faults(OpeningHours.Draft(preset: "open")) == ["preset"])
        #expect(faults(OpeningHours.Draft()) == ["preset"])
        #expect(faults(OpeningHours.Draft(preset: "closed", intervals: [])) == ["preset"])
    }

    @Test func intervalsOfADay() throws {
        #expect(try spans() == [])
        #expect(try spans(("00:00", "24:00")) == [[0, 1440]])
        #expect(try spans(("13:00", "17:00"), ("08:00", "12:00")) == [[480, 720], [780, 1020]])
        #expect(try spans(("08:00", "12:00"), ("12:00", "17:00")) == [[480, 720], [720, 1020]])
        #expect(try spans(("22:00", "06:00")) == [[1320, 1800]])
        #expect(try spans(("22:00", "00:00")) == [[1320, 1440]])
        #expect(try spans(("06:00", "05:00")) == [[360, 1740]])
    }

    @Test(arguments: [
        ([("8:00", "12:00")], ["intervals[0].start"]), ([("24:00", "01:00")], ["intervals[0].start"]), ([("08:00", "24:01")], ["intervals[0].end"]),
        ([("08:60", "xx:00")], ["intervals[0].start", "intervals[0].end"]), ([("08:00", "08:00")], ["intervals[0].end"]),
        ([("08:00", "12:00"), ("11:59", "13:00")], ["intervals[1]"]), ([("22:00", "06:00"), ("23:00", "23:30")], ["intervals[1]"]),
        ([("12:00", "13:00"), ("08:00", "12:01")], ["intervals[0]"])
    ])
    func faultyIntervalsAreNamed(_ intervals: [(String, String)], _ named: [String]) { #expect(faults(draft(intervals)) == named) }

    @Test func aDayTakesTwelve() {
        let hours = (0..<13).map { (OpeningHours.text($0 * 60), OpeningHours.text($0 * 60 + 30)) }
        #expect(faults(draft(Array(hours.prefix(12)))) == [])
        #expect(faults(draft(hours)) == ["intervals"])
    }

    @Test func columnsAreRead() {
        #expect(OpeningHours(columns: [480, 720, 1320, 1800])?.spans.count == 2)
        #expect(OpeningHours(columns: [480]) == nil)
        #expect(OpeningHours(columns: [480, 480]) == nil)
        #expect(OpeningHours(columns: [480, 720, 700, 800]) == nil)
        #expect(OpeningHours(columns: [1440, 1500]) == nil)
    }

    @Test func minutesAreSpelled() {
        #expect([0, 485, 1439, 1440, 1441, 1800].map(OpeningHours.text) == ["00:00", "08:05", "23:59", "24:00", "00:01", "06:00"])
    }
}
