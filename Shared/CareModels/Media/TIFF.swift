/// The numbers of a TIFF (TIFF 6.0, section 2), in the order of bytes that its header says.
struct TIFF {
    private let bytes: ArraySlice<UInt8>
    private let isLittle: Bool

    /// Nil where no header stands at the beginning.
    init?(_ bytes: ArraySlice<UInt8>) {
        isLittle = bytes.starts(with: [0x49, 0x49, 0x2A, 0x00])
        guard isLittle || bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) else { return nil }
        self.bytes = bytes
    }

    /// Of `count` bytes, `offset` behind the beginning of the header.
    func number(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        let part = bytes[bytes.startIndex + offset..<bytes.startIndex + offset + count]
        return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }

    var firstDirectory: Int? { number(4, 4) }

    /// Where a directory's entry for a tag begins.
    func entry(_ tag: Int, of directory: Int) -> Int? {
        guard let count = number(directory, 2) else { return nil }
        for entry in 0..<count {
            let start = directory + 2 + 12 * entry
            guard let found = number(start, 2) else { return nil }
            if found == tag { return start }
        }
        return nil
    }
}
