import Foundation

extension UUID {
    /// A version 7 UUID (RFC 9562, section 5.7): 48 bits of Unix milliseconds, then 74 random bits, so that ids made later
    /// sort later and land at the end of an index.
    public static func v7(at instant: Date = Date()) -> UUID {
        var random = SystemRandomNumberGenerator()
        let milliseconds = UInt64(max(0, (instant.timeIntervalSince1970 * 1000).rounded()))
        let high = (milliseconds << 16) | 0x7000 | (random.next() & 0x0FFF)
        let low = (random.next() & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        func byte(_ value: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: value >> (56 - 8 * index)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
                byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }

    /// When a version 7 UUID was made, to the millisecond; nil for one of another version.
    public var v7Instant: Date? {
        guard uuid.6 >> 4 == 7 else { return nil }
        let bytes = [uuid.0, uuid.1, uuid.2, uuid.3, uuid.4, uuid.5]
        return Date(timeIntervalSince1970: Double(bytes.reduce(0) { $0 << 8 | UInt64($1) }) / 1000)
    }
}
