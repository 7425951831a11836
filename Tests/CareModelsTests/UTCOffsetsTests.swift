import CareModels
import Foundation
import Testing

@Suite struct UTCOffsetsTests {
    /// The same answer as asking the zone at every minute of a year.
    @Test(arguments: ["America/Winnipeg", "Australia/Lord_Howe", "Africa/Casablanca", "America/Phoenix", "Europe/Dublin"])
    func offsetsOfAYear(_ name: String) throws {
        let zone = try #require(Zone(name))
        let start = try #require(RFC3339.parse("2026-01-01T00:00:00Z")).epochSeconds
        let end = try #require(RFC3339.parse("2027-01-01T00:00:00Z")).epochSeconds
        let offsets = UTCOffsets(zone: zone, from: start, to: end)
        #expect(offsets.stretches.first?.start == start && offsets.stretches.last?.end == end)
        for (one, next) in zip(offsets.stretches, offsets.stretches.dropFirst()) { #expect(one.end == next.start && one.offset != next.offset) }
        var wrong = 0
        for stretch in offsets.stretches {
            for instant in stride(from: stretch.start, to: stretch.end, by: 900) {
                let real = zone.offset(at: instant)
                if real != stretch.offset { wrong += 1 }
            }
            let last = zone.offset(at: stretch.end - 1)
            if last != stretch.offset { wrong += 1 }
        }
        #expect(wrong == 0)
    }
}
