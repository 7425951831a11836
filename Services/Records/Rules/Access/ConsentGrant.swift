import CareModels
import FHIR
import Foundation
import JSON

/// To whom a consent gives something.
enum Grantee: Codable, Hashable, Sendable {
    case provider(UserID)
    /// Somebody else who is a patient here too: a relative, a guardian.
    case person(UserID)
    /// Those of its members who see patients there.
    case organisation(OrganisationID)
    /// An app, by the id that it is registered under.
    case client(String)
}

/// What a consent gives, as far as it can be decided here: what of it could not is not given.
struct ConsentGrant: Codable, Equatable, Sendable {
    /// What is taken out of it again.
    struct Exception: Codable, Equatable, Sendable {
        var content = ContentRule()
        var interactions = ClinicalScope.Interactions.all.rawValue
        /// Empty: for any.
        var purposes: Set<String> = []
        var from: Date?
        var until: Date?
        /// Nil: from whomever the grant is for.
        var actors: [Grantee]?
    }

    var content = ContentRule()
    var interactions = ClinicalScope.Interactions.all.rawValue
    /// Empty: for any.
    var purposes: Set<String> = []
    var from: Date?
    var until: Date?
    var exceptions: [Exception] = []

    /// Everything, of every type, for the sake of an emergency.
    static let reading = ConsentGrant(interactions: ClinicalScope.Interactions([.read, .search]).rawValue)

    /// Whether it counts at all.
    func counts(at now: Date, for purpose: Purpose) -> Bool { Self.counts(from, until, purposes, now, purpose) }

    /// For some purpose.
    func counts(at now: Date) -> Bool { Purpose.allCases.contains { counts(at: now, for: $0) } }

    fileprivate static func counts(_ from: Date?, _ until: Date?, _ purposes: Set<String>, _ now: Date, _ purpose: Purpose) -> Bool {
        if let from, now < from { return false }
        if let until, now >= until { return false }
        return purposes.isEmpty || purposes.contains(purpose.rawValue)
    }

    /// Which resources of a type this may be done with; nil when none.
    func portion(_ interaction: ClinicalScope.Interactions, _ type: String, at now: Date, for purpose: Purpose) -> ContentPortion? {
        guard counts(at: now, for: purpose), ClinicalScope.Interactions(rawValue: interactions).isSuperset(of: interaction), content.covers(type) else { return nil }
        let excepted = exceptions.filter { exception in
            Self.counts(exception.from, exception.until, exception.purposes, now, purpose)
                && !ClinicalScope.Interactions(rawValue: exception.interactions).isDisjoint(with: interaction) && exception.content.covers(type)
        }.map(\.content)
        if excepted.contains(where: \.isOfTypesAlone) { return nil }
        return ContentPortion(within: content, without: excepted)
    }
}

/// Those resources of a type that a grant is for.
struct ContentPortion: Equatable, Sendable {
    var within: ContentRule
    var without: [ContentRule]

    var isEverything: Bool { within.isOfTypesAlone && without.isEmpty }

    /// What is not known of a resource keeps it out.
    func holds(_ resource: ContentCodes) -> Bool {
        within.holds(resource, otherwise: false) && !without.contains { $0.holds(resource, otherwise: true, withParts: true) }
    }
}
