import CareModels
import FHIR
import Foundation
import JSON

/// What a Consent of FHIR gives to whom (http://hl7.org/fhir/R4/consent.html, http://hl7.org/fhir/STU3/consent.html).
///
/// Whatever it restricts what it gives by, and cannot be decided here (security labels, single data, times of data, profiles), makes that give nothing; in what
/// it takes out again, it is passed over, so that more is taken out. A consent that is not `active` gives nothing, nor does one with a `modifierExtension`
/// anywhere in it, since that may turn around whatever is said there, nor one that is about something else than privacy, or of somebody else, nor one of which it is
/// said that the person, asked again, did not say so (`verification`).
///
/// A Consent stands for itself: what one denies are exceptions to what the same one permits. FHIR has no rule by which it narrows what another one gives; who wants that
/// withdrawn changes the other.
struct ConsentReading: Sendable {
    struct Given: Equatable, Sendable {
        var grantee: Grantee
        var grant: ConsentGrant
    }

    /// Of one resource.
    static let most = 100
    /// Bytes: each of those whom it names is kept what all of it says for them.
    static let mostSaid = 8 << 20

    private(set) var given: [Given] = []
    private var said = 0
    /// Of what is given to one, with what is taken out of it: types, categories, codes and words that it names, what is taken out, and bytes. Each resource is looked at by all of
    /// it, whenever somebody reads by it.
    static let mostNamed = 1000
    static let mostExceptions = 100
    static let mostOfOne = 256 << 10
    /// Provisions that were looked at.
    private static let mostProvisions = 1000
    private var provisions = 0
    private let place: String

    /// - Parameter owner: in whose record it is.
    init(_ resource: JSONValue, _ release: FHIRRelease, of owner: UserID) throws(ResourceFault) {
        place = resource.path
        guard resource["status"]?.string == "active", !resource.hasModifiers, Self.isOfPrivacy(resource, release), Self.isOf(owner, resource),
            !Self.isUnverified(resource)
        else { return }
        switch release {
        case .r4:
            if let provision = resource["provision"] { try read(provision, Inherited(), depth: 0) }
        case .stu3: try readSTU3(resource)
        }
    }

    private static let scopes = "http://terminology.hl7.org/CodeSystem/consentscope"

    /// One to a treatment, to research or to what is wanted in an emergency says nothing of who may read. Other systems' codes may say the same in their words. STU3 has no scope.
    private static func isOfPrivacy(_ resource: JSONValue, _ release: FHIRRelease) -> Bool {
        guard release == .r4, let scope = resource["scope"] else { return true }
        let codes = list(scope["coding"]).filter { $0["system"] == nil || $0["system"]?.string == scopes }.map { $0["code"]?.string }
        return !codes.isEmpty && codes.allSatisfy { $0 == "patient-privacy" }
    }

    /// Any of them, whenever it was: who was asked again and agreed has another one written.
    private static func isUnverified(_ resource: JSONValue) -> Bool { list(resource["verification"]).contains { $0["verified"]?.kind == .false } }

    /// Whose it is, where it says so: the person whose record it is in, by their account's id.
    private static func isOf(_ owner: UserID, _ resource: JSONValue) -> Bool {
        guard let patient = resource["patient"] else { return true }
        guard let reference = patient["reference"]?.string, reference.utf8.count <= longestReference else { return false }
        let parts = reference.split(separator: "/").suffix(2)
        return parts.count == 2 && parts.first == "Patient" && parts.last.flatMap { UserID(String($0)) } == owner
    }

    /// What what is inside goes on from.
    fileprivate struct Inherited {
        var grantees: [Grantee] = []
        var from: Date?
        var until: Date?
        /// What it is about. A rule within another one is an exception to that, and lies within what that is about.
        var content = ContentRule()
        var interactions = ClinicalScope.Interactions.all
        /// Empty: for any.
        var purposes: Set<String> = []
        /// Beside it, or around it.
        var denied: [JSONValue] = []
    }

    private mutating func read(_ provision: JSONValue, _ outer: Inherited, depth: Int) throws(ResourceFault) {
        guard provision.kind == .object, depth < 4, let inherited = Self.inherited(provision, outer) else { return }
        provisions += 1
        guard provisions <= Self.mostProvisions else { throw tooMany }
        let inner = Self.list(provision["provision"])
        let within = inherited.without(inner)
        switch provision["type"]?.string {
        case "permit": try give(provision, within)
        // What is permitted within what is permitted adds nothing.
        default:
            for permit in inner where permit["type"]?.string == "permit" { try read(permit, within, depth: depth + 1) }
        }
    }

    /// The base is its policy's: what it permits itself it does where that is to opt in; else its exceptions alone do.
    private mutating func readSTU3(_ resource: JSONValue) throws(ResourceFault) {
        guard let inherited = Self.inherited(resource, Inherited()) else { return }
        let exceptions = Self.list(resource["except"])
        let within = inherited.without(exceptions)
        let policy = (resource["policyRule"]?.string ?? "").lowercased()
        if policy.contains("opt-in") || policy.contains("optin") {
            try give(resource, within)
        } else {
            for permit in exceptions where permit["type"]?.string == "permit" { try read(permit, within, depth: 1) }
        }
    }

    private mutating func give(_ provision: JSONValue, _ inherited: Inherited) throws(ResourceFault) {
        guard !inherited.grantees.isEmpty else { return }
        let content = inherited.content
        let grantees = Set(inherited.grantees)
        // Before they are made: some thousand provisions beside as many denials are millions of exceptions.
        guard given.count + grantees.count <= Self.most else { throw tooMany }
        // What is around it may say more of what it is about than it says itself.
        let bytes = inherited.denied.reduce(max(provision.range.count, content.bytes)) { $0 + $1.range.count }
        guard bytes <= Self.mostOfOne, inherited.denied.count <= Self.mostExceptions,
            inherited.denied.reduce(content.named, { $0 + (Self.content($1, isWide: true)?.named ?? 0) }) <= Self.mostNamed
        else {
            throw ResourceFault(
                .tooCostly,
                "What a consent says for one is at most \(Self.mostNamed) codes, classes and words, \(Self.mostExceptions) exceptions and \(Self.mostOfOne) bytes; write several.",
                at: place)
        }
        said += grantees.count * bytes
        guard said <= Self.mostSaid else {
            throw ResourceFault(.tooCostly, "What a consent says for all of whom it names is at most \(Self.mostSaid) bytes; write several.", at: place)
        }
        for grantee in grantees {
            var grant = ConsentGrant(
                content: content, interactions: inherited.interactions.rawValue, purposes: inherited.purposes, from: inherited.from, until: inherited.until)
            grant.exceptions = inherited.denied.compactMap { Self.exception($0, to: grantee) }
            given.append(Given(grantee: grantee, grant: grant))
        }
    }

    private var tooMany: ResourceFault { ResourceFault(.tooCostly, "A consent gives to at most \(Self.most) others; write another one.", at: place) }

    /// Nil when it cannot be read when it counts, or what it is about, or when nothing is left of that within what is around it.
    private static func inherited(_ provision: JSONValue, _ outer: Inherited) -> Inherited? {
        guard !isUndecidable(provision), let content = content(provision, isWide: false)?.within(outer.content), let interactions = interactions(provision),
            let purposes = purposes(provision)
        else { return nil }
        var inherited = outer
        inherited.content = content
        inherited.interactions.formIntersection(interactions)
        guard !inherited.interactions.isEmpty, inherited.purposes.narrow(by: purposes) else { return nil }
        if let actors = provision["actor"] { inherited.grantees = list(actors).compactMap { grantee($0["reference"]?["reference"]?.string) } }
        guard let period = period(provision) else { return nil }
        inherited.from = [outer.from, period.from].compactMap { $0 }.max()
        inherited.until = [outer.until, period.until].compactMap { $0 }.min()
        return inherited
    }

    /// From whom it takes: whoever is named, which may be one of those whom the grantee stands for; everybody where somebody is named whom nobody here knows. Nil: it is
    /// another's alone.
    private static func exception(_ provision: JSONValue, to grantee: Grantee) -> ConsentGrant.Exception? {
        let named = list(provision["actor"]).map { Self.grantee($0["reference"]?["reference"]?.string) }
        let isForAll = named.isEmpty || named.contains(nil) || named.contains(grantee)
        let actors = named.compactMap { $0 }.filter { $0.mayBeAmong(grantee) }
        guard isForAll || !actors.isEmpty else { return nil }
        let period = period(provision) ?? (nil, nil)
        return ConsentGrant.Exception(
            content: content(provision, isWide: true) ?? ContentRule(), interactions: (interactions(provision) ?? .all).rawValue,
            purposes: purposes(provision) ?? [], from: period.from, until: period.until, actors: isForAll ? nil : actors)
    }

    // MARK: Parts

    /// By what it cannot be decided here whether it holds.
    private static func isUndecidable(_ provision: JSONValue) -> Bool { ["securityLabel", "data", "dataPeriod"].contains { provision[$0] != nil } }

    private static let longestReference = 2_048

    static func grantee(_ reference: String?) -> Grantee? {
        // Nobody's address is longer; whom it would name is not known.
        guard let reference, reference.utf8.count <= longestReference else { return nil }
        let parts = reference.split(separator: "/").suffix(2)
        guard parts.count == 2, let type = parts.first, let id = parts.last.map(String.init) else { return nil }
        switch type {
        case "Practitioner": return UserID(id).map { .provider($0) }
        case "Patient", "RelatedPerson", "Person": return UserID(id).map { .person($0) }
        case "Organization": return OrganisationID(id).map { .organisation($0) }
        case "Device": return ResourceID.isValid(id) ? .client(id) : nil
        default: return nil
        }
    }

    /// Nil when it cannot be read.
    private static func period(_ provision: JSONValue) -> (from: Date?, until: Date?)? {
        guard let period = provision["period"] else { return (nil, nil) }
        var ends: (from: Date?, until: Date?) = (nil, nil)
        if let start = period["start"] {
            guard let date = start.string.flatMap(FHIRDate.init) else { return nil }
            ends.from = date.from
        }
        if let end = period["end"] {
            guard let date = end.string.flatMap(FHIRDate.init) else { return nil }
            // Its whole day, month or year is part of it.
            ends.until = date.until
        }
        return ends
    }

    private static let typeSystems: Set = ["http://hl7.org/fhir/resource-types", "http://hl7.org/fhir/fhir-types"]

    /// `class` names types and, by any other system of codes, categories. Nil when something in it cannot be decided; then `isWide` leaves that out.
    private static func content(_ provision: JSONValue, isWide: Bool) -> ContentRule? {
        var content = ContentRule()
        for coding in list(provision["class"]) {
            let (system, code) = (coding["system"]?.string, coding["code"]?.string)
            if let system, let code, typeSystems.contains(system) {
                content.types.insert(code)
            } else if let system, let code, !["urn:ietf:rfc:3986", "urn:ietf:bcp:13"].contains(system) {
                content.categories.insert(CodeToken(system: system, code: code))
            } else {
                return isWide ? ContentRule() : nil
            }
        }
        for concept in list(provision["code"]) {
            // In STU3 it is a coding itself.
            let codings = concept["coding"].map { Array(list($0)) } ?? [concept]
            for coding in codings {
                guard let code = coding["code"]?.string else { return isWide ? ContentRule() : nil }
                content.codes.insert(CodeToken(system: coding["system"]?.string, code: code))
            }
            if codings.isEmpty { return isWide ? ContentRule() : nil }
        }
        for annotation in list(provision["extension"]) where annotation["url"]?.string == BundleEntry.annotationsURL {
            guard let text = annotation["valueString"]?.string, let words = try? Annotations(header: text), !words.words.isEmpty else {
                return isWide ? ContentRule() : nil
            }
            content.annotations.formUnion(words.words)
        }
        return content
    }

    private static let actionSystems: Set = ["http://terminology.hl7.org/CodeSystem/consentaction", "http://hl7.org/fhir/consentaction"]

    /// By http://terminology.hl7.org/CodeSystem/consentaction, in STU3 http://hl7.org/fhir/consentaction; all without any. Nil when one of them is not known: a word
    /// of another code system means something else there, and one of none is taken for FHIR's.
    private static func interactions(_ provision: JSONValue) -> ClinicalScope.Interactions? {
        guard let actions = provision["action"] else { return .all }
        var all: ClinicalScope.Interactions = []
        for concept in list(actions) {
            let codings = list(concept["coding"])
            if codings.isEmpty { return nil }
            for coding in codings {
                if let system = coding["system"], !(system.string.map(actionSystems.contains) ?? false) { return nil }
                switch coding["code"]?.string {
                case "access", "use", "disclose": all.formUnion([.read, .search])
                case "collect": all.formUnion(.create)
                case "correct": all.formUnion([.update, .delete])
                default: return nil
                }
            }
        }
        return all.isEmpty ? nil : all
    }

    private static let purposeSystems = Set(FHIRRelease.allCases.map(Purpose.system))

    /// Nil when one of them has no code, or one of another code system than PurposeOfUse's, as an action.
    private static func purposes(_ provision: JSONValue) -> Set<String>? {
        var purposes: Set<String> = []
        for coding in list(provision["purpose"]) {
            guard let code = coding["code"]?.string else { return nil }
            if let system = coding["system"], !(system.string.map(purposeSystems.contains) ?? false) { return nil }
            purposes.insert(code)
        }
        return purposes
    }

    private static func list(_ value: JSONValue?) -> [JSONValue] {
        guard let value else { return [] }
        return value.kind == .array ? Array(value.children) : [value]
    }
}

extension ConsentReading.Inherited {
    fileprivate func without(_ provisions: [JSONValue]) -> Self {
        var narrowed = self
        // One more than there may be is enough to be refused by.
        let room = ConsentReading.mostExceptions + 1 - narrowed.denied.count
        if room > 0 { narrowed.denied += provisions.lazy.filter { $0["type"]?.string != "permit" }.prefix(room) }
        return narrowed
    }
}

extension Grantee {
    /// Whether one who comes as the other may be this one too: two persons of the same kind, or two apps, are never each other.
    fileprivate func mayBeAmong(_ other: Grantee) -> Bool {
        switch (self, other) {
        case (.provider, .provider), (.person, .person), (.client, .client): self == other
        default: true
        }
    }
}

extension JSONValue {
    /// A `modifierExtension`, of its own or of anything in it.
    fileprivate var hasModifiers: Bool {
        let nodes = document.nodes
        return (index..<Int(nodes[index].after)).contains { place in
            nodes[place].isMember && JSONValue(document: document, index: place).isNamed("modifierExtension")
        }
    }
}
