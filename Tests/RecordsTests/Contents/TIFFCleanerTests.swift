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
    private static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
        [little(tag, 2), little(type, 2), little(count, 4), little(value, 4)].flatMap { $0 }
    }
    /// A file of one directory.
    private static func file(_ entries: [[UInt8]], next: Int = 0) -> [UInt8] {
        [header, little(entries.count, 2), entries.flatMap { $0 }, little(next, 4)].flatMap { $0 }
    }

    /// Directories that are not in the file, or lead to too many.
    private static let lying: [[UInt8]] = [
        [0x49, 0x49, 0x2A, 0, 0xFF, 0xFF, 0xFF, 0x7F], [0x49, 0x49, 0x2A, 0, 4, 0, 0, 0], [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 9, 0, 1],
        file([entry(34853, 4, 1, 0x7FFF_FFFF)]), file([entry(330, 4, 0x7FFF_FFFF, 8)]), file([], next: 0x1000)
    ]

    @Test(arguments: lying) func whatLiesOfItsPlacesIsDamaged(_ bytes: [UInt8]) { #expect(throws: PhotoCleaner.Damaged.self) { _ = try Self.clean(bytes) } }

    /// A directory that leads to itself, and entries that all lead to everything.
    @Test func eachPlaceIsLookedAtAndWrittenOnce() throws {
        let round = Self.file([Self.entry(330, 4, 1, 8)], next: 8)
        #expect(try Self.clean(round) == round)
        let bytes = Self.file([[UInt8]](repeating: Self.entry(271, 2, 0x7FFF_FFFF, 8), count: 5_000))
        var cleaner = try #require(try TIFFCleaner(header: Array(bytes.prefix(8)), size: bytes.count))
        while let wanted = cleaner.wanted { try cleaner.take(Array(bytes[wanted])) }
        #expect(cleaner.edits.count == 2 && cleaner.edits.allSatisfy { $0.range == 8..<bytes.count })
        let many = Self.file([[UInt8]](repeating: Self.entry(256, 3, 1, 1), count: 20_001))
        #expect(throws: PhotoCleaner.Damaged.self) { _ = try Self.clean(many) }
    }
}
