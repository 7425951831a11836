import FHIR
import Testing

@Suite struct FHIRDateTests {
    static let lengths: [(String, Double)] = [
        ("2026", 31_536_000), ("2024", 31_622_400), ("2026-12", 2_678_400), ("2026-03-08", 86_400), ("2026-03-08T14:30:00Z", 1),
        ("2026-03-08T14:30:00.250+01:00", 0.001)
    ]

    @Test(arguments: lengths)
    func isAsLongAsItsPrecision(_ text: String, _ seconds: Double) throws {
        let date = try #require(FHIRDate(text))
        #expect(abs(date.until.timeIntervalSince(date.from) - seconds) < 0.000_1)
    }

    @Test(arguments: ["", "26", "2026-13", "2026-02-30", "2026-3-8", "banana", "2026-03-08T25:00:00Z"])
    func isNothingElse(_ text: String) { #expect(FHIRDate(text) == nil) }
}
