/// A resource a line.
enum NDJSON {
    /// JSON has line ends between values only: in a string they are escapes.
    static func append(_ resource: [UInt8], to lines: inout [UInt8]) {
        if resource.contains(where: isLineEnd) {
            lines.append(contentsOf: resource.lazy.filter { !isLineEnd($0) })
        } else {
            lines.append(contentsOf: resource)
        }
        lines.append(0x0A)
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// Takes lines out of pieces as they come.
    struct Lines {
        /// The beginning of a line whose end has not come yet.
        private(set) var rest: [UInt8] = []

        /// The lines that end in this piece, without their ends.
        mutating func take(_ piece: [UInt8]) -> [[UInt8]] {
            var lines: [[UInt8]] = []
            var start = piece.startIndex
            while let end = piece[start...].firstIndex(of: 0x0A) {
                lines.append(rest + piece[start..<end])
                rest = []
                start = end + 1
            }
            rest += piece[start...]
            return lines
        }
    }
}
