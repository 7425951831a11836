import CareModels

/// What a problem's page says of its type, in the reader's language.
struct ProblemWords {
    let language: Language

    func meaning(_ type: ProblemType) -> String { said(type.meaning) }

    func remedy(_ type: ProblemType) -> String { said(type.remedy) }

    func meaning(_ member: ProblemMember) -> String { said(member.meaning) }

    private func said(_ english: String) -> String { known(english) ?? english }

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
