import CareModels

/// What `/userinfo` says of a person (OpenID Connect Core, 5.3).
struct UserInfoView: Encodable, Sendable {
    var sub: UserID
    var person: PersonView

    private enum CodingKeys: String, CodingKey { case sub }

    func encode(to encoder: any Encoder) throws {
        try person.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sub, forKey: .sub)
    }
}
