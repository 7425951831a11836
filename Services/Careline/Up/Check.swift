import Foundation

/// One thing that a platform needs, looked at: fine, or a fault with the way to mend it.
struct Check: Sendable, Equatable {
    enum Verdict: Sendable, Equatable {
        case fine(String)
        case fault(String, mend: String)
    }

    var subject: String
    var verdict: Verdict

    var isFault: Bool { if case .fault = verdict { true } else { false } }

    var text: String {
        switch verdict {
        case .fine(let remark): "✓ \(subject): \(remark)"
        case .fault(let what, let mend): "✗ \(subject): \(what)\n      mend: \(mend)"
        }
    }

    static func fine(_ subject: String, _ remark: String) -> Check { Check(subject: subject, verdict: .fine(remark)) }
    static func fault(_ subject: String, _ what: String, mend: String) -> Check { Check(subject: subject, verdict: .fault(what, mend: mend)) }
}
