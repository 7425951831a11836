import CareModels

/// One type of problem, for tools.
struct ProblemDescription: Encodable {
    let name: String
    let status: Int
    let title: String
    let meaning: String
    let remedy: String
    let example: ProblemDocument

    init(_ type: ProblemType, issuer: String) {
        name = type.name
        status = type.status
        title = type.title(in: .english)
        meaning = type.meaning
        remedy = type.remedy
        example = type.example(issuer: issuer)
    }
}
