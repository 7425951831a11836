import CareModels
import Foundation
import Testing

@testable import AuthService

@Suite struct AvatarTests {
    private static func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    /// Its checksum is nobody's: what is kept is not read.
    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        joined(number(content.count, 4), Array(type.utf8), content, [0, 0, 0, 0])
    }

    private static func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

    /// A picture of this size, without one point of it.
    static func png(_ width: Int, _ height: Int, with extra: [UInt8] = []) -> [UInt8] {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header = chunk("IHDR", joined(number(width, 4), number(height, 4), [8, 2, 0, 0, 0]))
        let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        return joined(signature, header, extra, chunk("IDAT", [1, 2, 3]), end)
    }

    static let position = chunk("tEXt", Array("Location\0N49.8951 W97.1384".utf8))

    private static func jpeg(_ width: Int, _ height: Int, with extra: [UInt8] = []) -> [UInt8] {
        let frame = joined([0xFF, 0xC0, 0x00, 0x11, 0x08], number(height, 2), number(width, 2), [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
        return joined([0xFF, 0xD8], extra, frame, [0xFF, 0xD9])
    }

    @Test func whatAPictureTellsBesideIsTakenOut() throws {
        #expect(try Avatar.check(Self.png(3, 2, with: Self.position)) == Avatar(contentType: "image/png", bytes: Self.png(3, 2)))
        let comment: [UInt8] = [0xFF, 0xFE, 0x00, 0x0B] + Array("N49.8951 ".utf8)
        #expect(try Avatar.check(Self.jpeg(640, 480, with: comment)) == Avatar(contentType: "image/jpeg", bytes: Self.jpeg(640, 480)))
    }

    @Test func itsSizeIsBounded() throws {
        #expect(try Avatar.check(Self.png(2048, 1)).contentType == "image/png")
        #expect(throws: Avatar.Refusal.tooLarge(width: 2049, height: 1)) { try Avatar.check(Self.png(2049, 1)) }
        #expect(throws: Avatar.Refusal.tooLarge(width: 10, height: 3000)) { try Avatar.check(Self.jpeg(10, 3000)) }
        #expect(throws: Avatar.Refusal.tooLong) { try Avatar.check(Self.png(3, 2, with: Self.chunk("IDAT", [UInt8](repeating: 7, count: Avatar.most)))) }
    }

    @Test func otherKindsAndBrokenOnesAreRefused() {
        for text in ["", "GIF89a", "%PDF-1.7", "<svg xmlns='http://www.w3.org/2000/svg'/>", "BM", "RIFF....WAVE"] {
            #expect(throws: Avatar.Refusal.unknownKind) { try Avatar.check(Array(text.utf8)) }
        }
        let heic: [UInt8] = [0, 0, 0, 0x18] + Array("ftypheic".utf8)
        #expect(throws: Avatar.Refusal.unknownKind) { try Avatar.check(heic) }
        #expect(throws: Avatar.Refusal.damaged) { try Avatar.check([0xFF, 0xD8, 0xFF, 0x00, 1, 2, 3]) }
        #expect(throws: Avatar.Refusal.damaged) { try Avatar.check(Array(Self.png(3, 2).prefix(12))) }
        #expect(throws: Avatar.Refusal.damaged) { try Avatar.check(Self.png(0, 2)) }
    }
}
