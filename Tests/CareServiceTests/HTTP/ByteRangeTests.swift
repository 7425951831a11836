import Testing

@testable import HTTP

@Suite struct ByteRangeTests {
    @Test(
        arguments: [
            (nil, ByteRange.whole), ("bytes=0-9", .part(0..<10)), ("bytes=90-", .part(90..<100)), ("bytes=-10", .part(90..<100)),
            ("bytes=95-200", .part(95..<100)), ("bytes=-500", .part(0..<100)), ("bytes=100-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=5-4", .whole), ("bytes=0-1,5-6", .whole), ("lines=1-2", .whole), ("bytes=a-b", .whole), ("bytes=-", .whole),
            ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=9223372036854775807-", .unsatisfiable), ("bytes=9223372036854775808-", .unsatisfiable),
            ("bytes=0-99999999999999999999", .part(0..<100)), ("bytes=95-9223372036854775807", .part(95..<100)),
            ("bytes=-99999999999999999999", .part(0..<100)), ("bytes=99999999999999999999-99999999999999999998", .whole),
            ("bytes=00000000000000000000005-6", .part(5..<7)), ("bytes=-00", .unsatisfiable), ("bytes=+5-6", .whole), ("bytes=٥-٦", .whole), ("BYTES=0-0", .part(0..<1))
        ] as [(String?, ByteRange)])
    func ranges(header: String?, expected: ByteRange) { #expect(ByteRange(header, size: 100) == expected) }

    @Test func nothingOfAnEmptyBodyCanBeAskedFor() {
        #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", size: 0) == .unsatisfiable)
        #expect(ByteRange(nil, size: 0) == .whole)
    }
}
