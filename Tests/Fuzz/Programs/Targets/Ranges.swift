@testable import HTTP

extension FuzzTarget {
    /// The Range header (RFC 9110, section 14) of bodies of any size.
    static let range = FuzzTarget("range", longest: 128) { input in
        var choices = Choices(input)
        let sizes = [0, 1, 2, 255, 262_144, 1 << 40, choices.number(below: 200)]
        let size = sizes[choices.number(below: sizes.count)]
        switch ByteRange(choices.text, size: size) {
        case .whole: break
        case .unsatisfiable: expect(choices.text.lowercased().hasPrefix("bytes="), "another unit is ignored, not refused")
        case .part(let part):
            expect(!part.isEmpty && part.lowerBound >= 0 && part.upperBound <= size, "\(part) of \(size) bytes")
            let again = ByteRange("bytes=\(part.lowerBound)-\(part.upperBound - 1)", size: size)
            expect(again == .part(part), "\(part) of \(size) bytes asked for again is \(again)")
        }
    }
}
