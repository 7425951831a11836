/// The part of a body that a Range header asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    /// Nothing of it is in the body: 416.
    case unsatisfiable

    /// One range is served; a header with several, in another unit, or malformed is ignored, as the RFC allows.
    init(_ header: String?, size: Int) {
        guard let header, header.lowercased().hasPrefix("bytes=") else {
            self = .whole
            return
        }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } && $0.count <= 15 }) else {
            self = .whole
            return
        }
        switch (Int(ends[0]), Int(ends[1])) {
        case (nil, nil):
            self = .whole
        case (nil, let suffix?):
            self = suffix == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - suffix)..<size)
        case (let first?, let last):
            guard last ?? first >= first else {
                self = .whole
                return
            }
            self = first >= size ? .unsatisfiable : .part(first..<min(size, (last ?? size - 1) + 1))
        }
    }
}
