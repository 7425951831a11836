import CareModels
import Testing

@Suite struct TIFFCleanerTests {
    private static func clean(_ bytes: [UInt8]) throws -> [UInt8] {
        var bytes = bytes
        try TIFFCleaner.clean(&bytes)
        return bytes
    }

    @Test(arguments: [0, 1, 1_000], [true, false]) func whatTellsMoreThanThePictureGoes(padding: Int, isLittle: Bool) throws {
        let cleaned = try Self.clean(Files.tiff(padding: padding, isLittle: isLittle))
        #expect(cleaned == Files.tiff(padding: padding, isLittle: isLittle, tells: false))
        #expect(try Self.clean(cleaned) == cleaned)
        #expect(PhotoOrientation.read(cleaned[...]) == 6)
        #expect(PhotoPosition.isTold(in: Files.tiff(padding: padding, isLittle: isLittle)) && !PhotoPosition.isTold(in: cleaned))
    }

    @Test func whatIsNoneStaysAsItIs() throws { for bytes in [Files.picture, [], [0x49, 0x49, 0x2A]] { #expect(try Self.clean(bytes) == bytes) } }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    private static let header: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
    private static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] { little(tag, 2) + little(type, 2) + little(count, 4) + little(value, 4) }

    /// Directories that are not in the file, or lead to too many.
    @Test(arguments: [
        [0x49, 0x49, 0x2A, 0, 0xFF, 0xFF, 0xFF, 0x7F], [0x49, 0x49, 0x2A, 0, 4, 0, 0, 0], header + [9, 0, 1], header + little(1, 2) + entry(34853, 4, 1, 0x7FFF_FFFF) + little(0, 4),
        header + little(1, 2) + entry(330, 4, 0x7FFF_FFFF, 8) + little(0, 4), header + little(0, 2) + little(0x1000, 4)
    ])
    func whatLiesOfItsPlacesIsDamaged(_ bytes: [UInt8]) { #expect(throws: PhotoCleaner.Damaged.self) { try Self.clean(bytes) } }

    /// A directory that leads to itself, and entries that all lead to everything.
    @Test func eachPlaceIsLookedAtAndWrittenOnce() throws {
        let round = Self.header + Self.little(1, 2) + Self.entry(330, 4, 1, 8) + Self.little(8, 4)
        #expect(try Self.clean(round) == round)
        let all = (0..<5_000).map { _ in Self.entry(271, 2, 0x7FFF_FFFF, 8) }.flatMap { $0 }
        let bytes = Self.header + Self.little(5_000, 2) + all + Self.little(0, 4)
        var cleaner = try #require(try TIFFCleaner(header: Array(bytes.prefix(8)), size: bytes.count))
        while let wanted = cleaner.wanted { try cleaner.take(Array(bytes[wanted])) }
        #expect(cleaner.edits.count == 2 && cleaner.edits.allSatisfy { $0.range == 8..<bytes.count })
        let many = (0..<20_001).map { _ in Self.entry(256, 3, 1, 1) }.flatMap { $0 }
        #expect(throws: PhotoCleaner.Damaged.self) { try Self.clean(Self.header + Self.little(20_001, 2) + many + Self.little(0, 4)) }
    }
}
