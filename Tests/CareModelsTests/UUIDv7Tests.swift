import CareModels
import Foundation
import Testing

@Suite struct UUIDv7Tests {
    private func bytes(_ uuid: UUID) -> [UInt8] { withUnsafeBytes(of: uuid.uuid) { Array($0) } }

    @Test func hasVersionSevenAndTheRFCVariant() {
        for _ in 0..<1000 {
            let made = bytes(.v7())
            #expect(made[6] >> 4 == 7)
            #expect(made[8] >> 6 == 0b10)
        }
    }

    /// The example of RFC 9562, appendix A.6: 2022-02-22T19:22:22Z is 0x017F22E279B0.
    @Test func beginsWithTheMilliseconds() {
        let made = bytes(.v7(at: Date(timeIntervalSince1970: 1_645_557_742)))
        #expect(Array(made.prefix(6)) == [0x01, 0x7F, 0x22, 0xE2, 0x79, 0xB0])
    }

    @Test func laterOnesSortLater() {
        let start = Date(timeIntervalSince1970: 1_772_980_200)
        let made = (0..<2000).map { ID<User>(UUID.v7(at: start + Double($0) / 1000)) }
        let isSorted = made == made.sorted()
        #expect(isSorted)
        let texts = made.map(\.description)
        let isSortedAsText = texts == texts.sorted()
        #expect(isSortedAsText)
    }

    @Test func doesNotRepeatWithinAMillisecond() {
        let instant = Date(timeIntervalSince1970: 1_772_980_200)
        let made = Set((0..<10_000).map { _ in UUID.v7(at: instant) })
        #expect(made.count == 10_000)
    }

    /// Every bit that is free to vary does: over 200 ids, one that stays the same is a mistake (chance 2⁻¹⁹² a bit).
    @Test func theRestIsRandom() {
        let instant = Date(timeIntervalSince1970: 1_772_980_200)
        let first = bytes(.v7(at: instant))
        var varied = [UInt8](repeating: 0, count: 16)
        for _ in 0..<200 {
            for (index, byte) in bytes(.v7(at: instant)).enumerated() { varied[index] |= byte ^ first[index] }
        }
        #expect(varied == [0, 0, 0, 0, 0, 0, 0x0F, 0xFF, 0x3F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    }

    @Test func beforeNineteenSeventyIsTheBeginning() {
        #expect(bytes(.v7(at: Date(timeIntervalSince1970: -1))).prefix(6) == [0, 0, 0, 0, 0, 0])
    }

    @Test func tellsWhenItWasMade() throws {
        let instant = Date(timeIntervalSince1970: 1_772_798_400.123)
        let told = try #require(UUID.v7(at: instant).v7Instant)
        #expect(abs(told.timeIntervalSince(instant)) < 0.001)
        #expect(UUID().v7Instant == nil)
    }
}
