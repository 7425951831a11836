import CareModels

/// A provider as other users see them.
struct ProviderView: Encodable, Sendable {
    var id: UserID
    var username: String?
    var fullName: String?
    var specialty: String?
    /// Where the list of specialties knows it.
    var specialtyCode: String?
    var avatarUrl: String?
    var timeZone: String?
    var version: Int

    init(_ card: ProviderCard) {
        id = card.id
        username = card.username
        fullName = card.fullName
        specialty = card.specialty
        specialtyCode = card.specialty.flatMap(Specialty.named)?.code
        avatarUrl = card.avatarUrl
        timeZone = card.timeZone
        version = card.version
    }
}
