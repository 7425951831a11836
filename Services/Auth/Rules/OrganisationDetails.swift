import CareModels

/// What an organisation says of itself.
struct OrganisationDetails: Equatable, Sendable {
    static let longestName = 200
    static let longestAddress = 400
    static let mostAddresses = 20

    var name: String
    /// Each as on a letter, line by line.
    var addresses: [String]
    var timeZone: String
    /// Who does one of these there has to have a second factor.
    var secondFactorRoles: Set<OrganisationRole> = []

    /// A change as it arrives, a JSON merge patch.
    struct Patch: Decodable, Sendable {
        var name: Patched<String> = .absent
        var addresses: Patched<[String]> = .absent
        var timeZone: Patched<String> = .absent
        var secondFactorRoles: Patched<[String]> = .absent
    }

    init(name: String, addresses: [String], timeZone: String) {
        self.name = name
        self.addresses = addresses
        self.timeZone = timeZone
    }

    /// Checks a new one; `checks` has what else is wrong with the request.
    static func checked(name: String?, addresses: [String]?, timeZone: String?, _ checks: inout Checks) -> OrganisationDetails? {
        let name = checks.name(name, "name", required: true, most: longestName)
        let addresses = lines(addresses ?? [], &checks)
        let zone = checks.text(timeZone, "timeZone", required: true, most: 64)
        if let zone { checks.check(TimeZoneName.isKnown(zone), "timeZone", TimeZoneName.expectation) }
        guard let name, let zone else { return nil }
        return OrganisationDetails(name: name, addresses: addresses, timeZone: zone)
    }

    /// Every faulty field at once.
    func changed(by patch: Patch) throws(Faults) -> OrganisationDetails {
        var checks = Checks()
        var changed = self
        if let name = checks.kept(patch.name, "name") {
            changed.name = checks.name(name, "name", required: true, most: Self.longestName) ?? changed.name
        }
        if !patch.addresses.isAbsent { changed.addresses = Self.lines(patch.addresses.value ?? [], &checks) }
        if let zone = checks.kept(patch.timeZone, "timeZone") {
            changed.timeZone = zone
            checks.check(TimeZoneName.isKnown(zone), "timeZone", TimeZoneName.expectation)
        }
        if !patch.secondFactorRoles.isAbsent {
            let sent = patch.secondFactorRoles.value ?? []
            changed.secondFactorRoles = sent.isEmpty ? [] : OrganisationRole.checked(sent, field: "secondFactorRoles", &checks)
        }
        try checks.done()
        return changed
    }

    private static func lines(_ sent: [String], _ checks: inout Checks) -> [String] {
        checks.check(sent.count <= mostAddresses, "addresses", "must have at most \(limit: mostAddresses) addresses, not \(sent.count)")
        return sent.prefix(mostAddresses).enumerated().compactMap { index, text in
            checks.prose(text, "addresses[\(index)]", required: true, most: longestAddress)
        }
    }
}

extension OrganisationRole {
    /// Those that were sent, each once.
    static func checked(_ sent: [String]?, field: String = "roles", _ checks: inout Checks) -> Set<OrganisationRole> {
        guard let sent, !sent.isEmpty else {
            checks.fail(field, "is required")
            return []
        }
        let known = sent.compactMap(OrganisationRole.init)
        checks.check(known.count == sent.count, field, "must be some of owner, administrator, practitioner, receptionist and reviewer")
        checks.check(sent.count <= allCases.count, field, "must have at most \(limit: allCases.count) roles, not \(sent.count)")
        return Set(known)
    }
}
