import CareModels

extension Annotations.Refusal {
    var message: Text {
        switch self {
        case .empty: "must not hold an empty annotation"
        case .tooLong: "must hold annotations of at most \(Annotations.longest) characters"
        case .tooMany: "must hold at most \(Annotations.most) annotations"
        case .tooLarge: "must take at most \(Annotations.longestHeader >> 10) KiB, all of them together, percent-encoded"
        case .character: "must be percent-encoded UTF-8, without commas, parentheses and control characters in an annotation"
        }
    }
}

extension AnnotationQuery.Refusal {
    var message: Text {
        switch self {
        case .word(let refusal): refusal.message
        case .parentheses: "must be words with commas between, of which some in parentheses: a,(b,c)"
        case .tooMany: "must hold at most \(AnnotationQuery.mostWords) annotations"
        }
    }
}
