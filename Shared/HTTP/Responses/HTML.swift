import CareModels

/// A piece of a page. What is interpolated is escaped; only another piece goes in as it is. The texts in it are said when the page is, in the language of
/// whoever reads it: `\(text: "Log in")`, or a `Text` by itself. A text is ours and may hold markup; its values are escaped.
package struct HTML: ExpressibleByStringInterpolation, Sendable {
    fileprivate enum Part: Sendable {
        case markup(String)
        case text(Text)
    }

    private let parts: [Part]

    package init(stringLiteral value: String) { parts = [.markup(value)] }

    /// A piece that was made elsewhere, of what is ours: it goes in as it is.
    package init(trusted text: String) { parts = [.markup(text)] }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    package func string(in language: Language) -> String {
        parts.reduce(into: "") { page, part in
            switch part {
            case .markup(let markup): page += markup
            case .text(let text): page += text.string(in: language, escaping: Self.escape)
            }
        }
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

        package mutating func appendLiteral(_ literal: String) { parts.append(.markup(literal)) }

        package mutating func appendInterpolation(_ value: String) { parts.append(.markup(HTML.escape(value))) }

        package mutating func appendInterpolation(_ value: Int) { parts.append(.markup(String(value))) }

        package mutating func appendInterpolation(_ text: Text) { parts.append(.text(text)) }

        package mutating func appendInterpolation(text: Text) { parts.append(.text(text)) }

        package mutating func appendInterpolation(_ piece: HTML) { parts += piece.parts }

        package mutating func appendInterpolation(_ piece: HTML?) { parts += piece?.parts ?? [] }

        package mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { parts += piece.parts } }
    }

    /// For content and for attributes in double quotes; attributes are never written without them. What turns the direction of writing is left out: somebody's name would
    /// turn the sentence that it stands in.
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
            case _ where scalar.turnsDirection: break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
