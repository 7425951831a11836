import Foundation

/// An address of directions with `{latitude}` and `{longitude}` in it, taken apart once: it is filled in for each emergency room of an answer.
struct DirectionsTemplate: Sendable {
    private enum Part: Equatable, Sendable {
        case text(String)
        case latitude, longitude
    }

    private let parts: [Part]

    init(_ text: String) {
        let pieces = text.components(separatedBy: "{latitude}").map { piece in
            piece.components(separatedBy: "{longitude}").map { [Part.text($0)] }.joined(separator: [.longitude])
        }
        parts = Array(pieces.joined(separator: [.latitude]))
    }

    /// Whether both are in it.
    var isWhole: Bool { parts.contains(.latitude) && parts.contains(.longitude) }

    func link(to position: Position) -> String {
        parts.reduce(into: "") { link, part in
            switch part {
            case .text(let text): link += text
            case .latitude: link += "\(position.latitude)"
            case .longitude: link += "\(position.longitude)"
            }
        }
    }
}
