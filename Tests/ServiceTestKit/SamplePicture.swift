package enum SamplePicture {
    /// A grey square of 250 pixels, deflated into one stored block.
    package static let square: [UInt8] = {
        func big(_ number: UInt32) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) } }
        func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let bytes = Array(type.utf8) + content
            var crc = UInt32.max
            for byte in bytes {
                crc ^= UInt32(byte)
                for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
            }
            return big(UInt32(content.count)) + bytes + big(~crc)
        }
        let rows: [UInt8] = (0..<250).flatMap { row -> [UInt8] in [0] + (0..<250).map { UInt8(truncatingIfNeeded: $0 ^ row) } }
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in rows {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let length = UInt16(rows.count)
        let block: [UInt8] = [1, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
        let header: [UInt8] = big(250) + big(250) + [8, 0, 0, 0, 0]
        let data: [UInt8] = [0x78, 0x01] + block + rows + big(high << 16 | low)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", [])
    }()
}
