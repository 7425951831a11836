import CareModels

/// A provider as other users see them.
struct ProviderView: Encodable, Sendable {
    var id: UserID
    var username: String?
    /// What the provider is addressed by before the name.
    var title: String?
    var fullName: String?
    var specialty: String?
    /// Where the list of specialties knows it.
    var specialtyCode: String?
    /// All of them, the main one first; nil where they have none.
    var specialties: [PractisedSpecialty]?
    /// Where they practise.
    var practice: String?
    /// Nil where they have said nothing.
    var languages: [String]?
    var avatarUrl: String?
    var timeZone: String?
    var version: Int

    init(_ card: ProviderCard) {
        id = card.id
        username = card.username
        title = card.title
        fullName = card.fullName
        specialty = card.specialty
        specialtyCode = card.specialty.flatMap(Specialty.named)?.code
        let all = [card.specialty].compactMap { $0 } + card.otherSpecialties
        specialties = all.isEmpty ? nil : all.map { PractisedSpecialty($0) }
        practice = card.practice
        languages = card.languages.isEmpty ? nil : card.languages
        avatarUrl = card.avatarUrl
        timeZone = card.timeZone
        version = card.version
    }
}

/// What a provider practises, as they wrote it.
struct PractisedSpecialty: Encodable, Sendable {
    var name: String
    /// Where the list of specialties knows it.
    var code: String?

    init(_ name: String) {
        self.name = name
        code = Specialty.named(name)?.code
    }
}
