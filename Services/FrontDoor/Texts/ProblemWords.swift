import CareModels
import HTTP

/// What a problem's page says of its type, in the reader's language.
struct ProblemWords {
    let language: Language

    func meaning(_ type: ProblemType) -> HTML { said(type.meaning) }

    func remedy(_ type: ProblemType) -> HTML { said(type.remedy) }

    func meaning(_ member: ProblemMember) -> HTML { said(member.meaning) }

    /// What stands between backticks is code.
    private func said(_ english: String) -> HTML {
        let pieces = (known(english) ?? english).split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        let parts: [HTML] = pieces.enumerated().map { $0.offset.isMultiple(of: 2) ? "\($0.element)" : "<code>\($0.element)</code>" }
        return "\(parts)"
    }

    /// Nil when the language lacks it. Some are a problem's `detail` too, whose French every service has.
    private func known(_ english: String) -> String? {
        switch language {
        case .english: return english
        case .french:
            let shared = Text(template: english)
            return French.problemPages[english] ?? (shared.missing(in: language).isEmpty ? shared.string(in: language) : nil)
        }
    }

    /// What the language lacks: for tests.
    func missing(_ type: ProblemType) -> [String] { ([type.meaning, type.remedy] + type.members.map(\.meaning)).filter { known($0) == nil } }
}
