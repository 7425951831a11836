import CareModels

/// What shows that somebody is a provider: the number by which whoever licenses them knows them.
enum Licence {
    static let longest = 64

    static func checked(_ number: String?, _ checks: inout Checks) -> String? { checks.name(number, "licenceNumber", required: true, most: longest) }
}

/// How providers come to count as verified: `CARE_PROVIDERS_VERIFIED`.
enum ProviderVerification: String, CaseIterable, Sendable {
    /// An organisation, or the platform's admin, has seen their licence.
    case required
    /// By signing up: for trying things out.
    case assumed

    /// Of somebody who signs up.
    func isGiven(to role: Role) -> Bool { role != .provider || self == .assumed }
}
