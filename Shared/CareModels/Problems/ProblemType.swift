/// A type of problem (RFC 9457): what a service or the gateway answers when it does not do what is asked. Each has a page at
/// `<issuer>/problems/<name>`. They are made in this module alone, so that nobody answers with one that is not in the list.
public struct ProblemType: Sendable, Hashable {
    /// The last part of `type`; stable.
    public let name: String
    /// Of the answer's status line; always the same.
    public let status: Int
    /// What it is about, in a few words.
    package let title: Text
    /// What has happened, for who develops an app: in English. The front door has its French (`Services/FrontDoor/Texts`), and of what follows.
    public let meaning: String
    /// What the app, or its user, can do about it.
    public let remedy: String
    /// Of its own, beside those that all have.
    public let members: [ProblemMember]
    /// Where a guide shows how it is done, below `/docs/`.
    package let guide: String?

    init(
        _ name: String, _ status: Int, _ title: Text, means meaning: String, mend remedy: String, members: [ProblemMember] = [], guide: String? = nil
    ) {
        self.name = name
        self.status = status
        self.title = title
        self.meaning = meaning
        self.remedy = remedy
        self.members = members
        self.guide = guide
    }

    /// What `type` says, and where the page is.
    public func address(issuer: String) -> String { issuer + "/problems/" + name }

    public func title(in language: Language) -> String { title.string(in: language) }

    public static func == (one: ProblemType, other: ProblemType) -> Bool { one.name == other.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ProblemType: CaseIterable {
    /// By area, the general ones first.
    public static let allCases: [ProblemType] = [
        ofReading, ofCallers, ofThings, ofStates, ofCapacity, ofBooking, ofMessages, ofHealth
    ].flatMap { $0 }
}
