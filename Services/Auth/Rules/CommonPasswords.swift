/// Passwords that are tried first, by anybody who guesses: the 100,000 most common ones of known leaks, and of the next 900,000 those that
/// are long enough for us. Kept as marks, 42 bits of each SHA-256: one other password in 50 million is taken for one of them.
enum CommonPasswords {
    /// Characters of a mark.
    private static let width = 7
    /// In the order of ASCII, so that marks sort as their bits do.
    private static let alphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

    static var count: Int { marks.utf8CodeUnitCount / width }

    /// Expects a normalized password, in lower case.
    static func contains(_ folded: String) -> Bool {
        let wanted = mark(folded)
        let start = marks.utf8Start
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            let found = UnsafeBufferPointer(start: start + middle * width, count: width)
            if found.elementsEqual(wanted) { return true }
            if found.lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
        }
        return false
    }

    private static func mark(_ folded: String) -> [UInt8] {
        let value = Secret.hash(folded).prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 6
        return stride(from: 36, through: 0, by: -6).map { alphabet[Int(value >> UInt64($0) & 63)] }
    }
}
