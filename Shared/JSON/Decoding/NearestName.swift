/// The known name that a mistyped one most likely stands for.
package enum NearestName {
    /// In bytes. A longer name is nobody's slip, and comparing costs the product of both lengths.
    static let longest = 64

    /// Of `known`, the one that the fewest slips turn into `name`: a letter too many, missing, another, or two swapped (optimal string
    /// alignment), up to a third of the letters and at most three. Case, `_` and `-` do not count. Otherwise one that begins as the other:
    /// `desc` is description. The first of equals; nil when none is near.
    package static func find(_ name: String, among known: [String]) -> String? {
        guard let wanted = letters(name) else { return nil }
        var nearest: (name: String, slips: Int)?
        var beginning: String?
        for candidate in known {
            guard let other = letters(candidate) else { continue }
            let most = min(3, max(wanted.count, other.count) / 3, (nearest?.slips ?? .max) - 1)
            if let slips = slips(wanted, other, most: most) { nearest = (candidate, slips) }
            if beginning == nil, min(wanted.count, other.count) >= 3, wanted.starts(with: other) || other.starts(with: wanted) { beginning = candidate }
        }
        return nearest?.name ?? beginning
    }

    private static func letters(_ name: String) -> [UInt8]? {
        guard name.utf8.count <= longest else { return nil }
        let letters = name.utf8.filter { $0 != 0x5F && $0 != 0x2D }.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        return letters.isEmpty ? nil : letters
    }

    /// Nil when there are more than `most`.
    private static func slips(_ one: [UInt8], _ other: [UInt8], most: Int) -> Int? {
        guard most >= 0, abs(one.count - other.count) <= most else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in 1...one.count {
            var line = [row]
            for column in 1...other.count {
                var slips = min(last[column], line[column - 1]) + 1
                slips = min(slips, last[column - 1] + (one[row - 1] == other[column - 1] ? 0 : 1))
                if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] { slips = min(slips, beforeLast[column - 2] + 1) }
                line.append(slips)
            }
            (beforeLast, last) = (last, line)
        }
        return last[other.count] <= most ? last[other.count] : nil
    }
}
