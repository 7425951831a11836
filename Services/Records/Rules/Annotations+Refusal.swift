import CareModels

extension Annotations.Refusal {
    var message: Text {
        switch self {
        case .empty: "must not hold an empty annotation"
        case .tooLong: "must hold annotations of at most \(limit: Annotations.longest) characters"
        case .tooMany: "must hold at most \(limit: Annotations.most) annotations"
        case .tooLarge: "must take at most \(limit: Annotations.longestHeader >> 10) KiB, all of them together, percent-encoded"
        case .character: "must be percent-encoded UTF-8, without commas, parentheses and control characters in an annotation"
        }
    }
}

extension AnnotationQuery.Refusal {
    var message: Text {
        switch self {
        case .word(let refusal): refusal.message
        case .parentheses: "must be words with commas between, of which some in parentheses: a,(b,c)"
        case .tooMany: "must hold at most \(limit: AnnotationQuery.mostWords) annotations"
        }
    }
}
