/// A template in pieces: its words, and the holes for values.
package struct TextTemplate {
    /// The word that goes with a number: `{0|minute|minutes}`.
    package struct Forms: Equatable {
        package let one: String
        package let many: String
    }

    package enum Piece: Equatable {
        case words(String)
        case hole(Int, Forms?)
    }

    package let pieces: [Piece]

    package init(_ template: String) {
        var (pieces, words, rest) = ([Piece](), "", template[...])
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            let inside = rest.utf8.index(after: open)
            words += rest[..<open]
            if let close = rest[inside...].utf8.firstIndex(of: UInt8(ascii: "}")), let hole = Self.hole(rest[inside..<close]) {
                if !words.isEmpty { pieces.append(.words(words)) }
                words = ""
                pieces.append(hole)
                rest = rest[rest.utf8.index(after: close)...]
            } else {
                words += "{"
                rest = rest[inside...]
            }
        }
        words += rest
        if !words.isEmpty { pieces.append(.words(words)) }
        self.pieces = pieces
    }

    /// What stands between braces; nil when they are themselves, as in `/users/{id}`.
    private static func hole(_ inside: Substring) -> Piece? {
        let parts = inside.split(separator: "|", omittingEmptySubsequences: false)
        guard let first = parts.first, (1...2).contains(first.utf8.count), first.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let index = Int(first)
        else { return nil }
        switch parts.count {
        case 1: return .hole(index, nil)
        case 3: return .hole(index, Forms(one: String(parts[1]), many: String(parts[2])))
        default: return nil
        }
    }

    /// Whether there is anything to say in another language: `{0} {1}` is the same in all.
    package var hasWords: Bool {
        pieces.contains { piece in
            switch piece {
            case .words(let words): words.contains(where: \.isLetter)
            case .hole(_, let forms): forms != nil
            }
        }
    }
}
