/// The part of a body that a Range header asks for (RFC 9110, section 14).
package enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    /// Nothing of it is in the body: 416.
    case unsatisfiable

    /// One range is served; a header with several, in another unit, or malformed is ignored, as the RFC allows. Numbers may have any
    /// length: one that no file reaches is treated like any other beyond the end.
    package init(_ header: String?, size: Int) {
        self = .whole
        guard let header, header.lowercased().hasPrefix("bytes=") else { return }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return }
        let (first, last) = (Self.digits(ends[0]), Self.digits(ends[1]))
        if ends[0].isEmpty {
            guard !ends[1].isEmpty else { return }
            let suffix = Self.number(last)
            self = suffix == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - suffix)..<size)
        } else {
            guard ends[1].isEmpty || Self.isInOrder(first, last) else { return }
            let end = ends[1].isEmpty ? size - 1 : min(Self.number(last), size - 1)
            self = Self.number(first) >= size ? .unsatisfiable : .part(Self.number(first)..<end + 1)
        }
    }

    private static func digits(_ text: String) -> Substring { text.drop { $0 == "0" } }

    /// The largest `Int` for what is larger.
    private static func number(_ digits: Substring) -> Int { digits.isEmpty ? 0 : Int(digits) ?? .max }

    /// Both without zeros at their beginning.
    private static func isInOrder(_ first: Substring, _ last: Substring) -> Bool {
        (first.utf8.count, first) <= (last.utf8.count, last)
    }
}
