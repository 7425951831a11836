/// The parts of a person's name as they write them themselves, for apps that ask for them apart. None is made of `fullName`, nor that of them: what of
/// a name is given and what the family's, and in which order they are said, cannot be told from the whole.
struct NameParts: Equatable, Sendable {
    static let longest = 100

    var given: String?
    /// All of them, with spaces between.
    var middle: String?
    var family: String?
    var nickname: String?
}
