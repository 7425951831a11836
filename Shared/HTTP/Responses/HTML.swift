/// A piece of a page. Text that is interpolated is escaped; only another piece goes in as it is.
package struct HTML: ExpressibleByStringInterpolation, Equatable, Sendable {
    package let text: String

    package init(stringLiteral value: String) { text = value }

    /// A piece that was made elsewhere, of what is ours: it goes in as it is.
    package init(trusted text: String) { self.text = text }

    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + 16 * interpolationCount) }

        package mutating func appendLiteral(_ literal: String) { text += literal }

        package mutating func appendInterpolation(_ value: String) { text += HTML.escape(value) }

        package mutating func appendInterpolation(_ value: Int) { text += String(value) }

        package mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

        package mutating func appendInterpolation(_ piece: HTML?) { text += piece?.text ?? "" }

        package mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { text += piece.text } }
    }

    /// For content and for attributes in double quotes; attributes are never written without them.
    package static func escape(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
