import CQrencode
import CareModels
import HTTP

/// A QR code (ISO/IEC 18004): which of its squares are dark, as libqrencode finds them.
struct QRCode: Equatable {
    /// Rows from above, from the left.
    let rows: [[Bool]]

    /// Nil of what is too long for one.
    init?(_ text: String) {
        // No zero byte ends it early: what is asked for are addresses.
        guard !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        rows = (0..<width).map { row in (0..<width).map { data[row * width + $0] & 1 == 1 } }
    }

    /// With the four light squares around it that cameras look for, and dark on light in dark pages too.
    func svg(label: Text) -> HTML {
        let size = rows.count + 8
        let path = rows.enumerated().map { y, row in Self.runs(row).map { "M\($0.lowerBound + 4) \(y + 4)h\($0.count)v1h-\($0.count)z" }.joined() }.joined()
        return """
            <svg class="qr" viewBox="0 0 \(size) \(size)" role="img" aria-label="\(label)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(size)v\(size)H0z"/><path fill="#000" d="\(path)"/></svg>
            """
    }

    /// Dark squares that touch.
    private static func runs(_ row: [Bool]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for (index, isDark) in row.enumerated() where isDark {
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }
}
