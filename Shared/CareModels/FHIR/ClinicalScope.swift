import Foundation

/// A scope for FHIR's resources (SMART App Launch 2.2, https://hl7.org/fhir/smart-app-launch/scopes-and-launch-context.html): whose, of which type, which
/// interactions, and which of them alone: `patient/Observation.rs?category=http://terminology.hl7.org/CodeSystem/observation-category|laboratory`.
public struct ClinicalScope: Hashable, Sendable {
    public enum Context: String, Sendable, CaseIterable { case patient, user, system }

    /// In the order in which a scope names them.
    public struct Interactions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let create = Interactions(rawValue: 1)
        /// A version and the history of one resource too.
        public static let read = Interactions(rawValue: 2)
        public static let update = Interactions(rawValue: 4)
        public static let delete = Interactions(rawValue: 8)
        public static let search = Interactions(rawValue: 16)
        public static let all: Interactions = [.create, .read, .update, .delete, .search]

        static let letters: [(letter: Character, interaction: Interactions)] = [("c", .create), ("r", .read), ("u", .update), ("d", .delete), ("s", .search)]

        public var text: String { String(Self.letters.filter { contains($0.interaction) }.map(\.letter)) }
    }

    public enum Fault: Error, Equatable {
        case malformed
        /// No release of FHIR that is served has it.
        case unknownType
        /// `category` is the one search parameter that a scope can be restricted by, and not of every type.
        case restriction
    }

    public var context: Context
    /// Nil for every type.
    public var type: String?
    public var interactions: Interactions
    public var category: CategoryToken?

    public init(_ context: Context, _ type: String?, _ interactions: Interactions, category: CategoryToken? = nil) {
        self.context = context
        self.type = type
        self.interactions = interactions
        self.category = category
    }

    /// In bytes.
    static let longest = 512

    /// The types of which `category` is read: a list of codings in the element of that name, in every release that has it there.
    public static let categorised: Set<String> = [
        "CarePlan", "CareTeam", "Communication", "CommunicationRequest", "Composition", "Condition", "Consent", "DiagnosticReport", "DocumentReference", "Goal",
        "MedicationRequest", "MedicationStatement", "Observation", "Procedure", "ServiceRequest"
    ]

    /// Whether it is meant as one, rightly or not.
    public static func isMeant(_ text: String) -> Bool { Context.allCases.contains { text.hasPrefix($0.rawValue + "/") } }

    /// Also of SMART's first version, whose `read` is `rs`, `write` is `cud` and `*` is `cruds`.
    public init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .malformed }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let names = halves[0].split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, let context = Context(rawValue: String(names[0])) else { throw .malformed }
        let parts = names[1].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let interactions = Self.interactions(parts[1], isRestricted: halves.count == 2) else { throw .malformed }
        self.init(context, parts[0] == "*" ? nil : String(parts[0]), interactions)
        if let type, !ResourceTypes.all.contains(type) { throw .unknownType }
        if halves.count == 2 { category = try Self.category(halves[1], of: type) }
    }

    /// As it is granted, kept and compared.
    public var text: String {
        "\(context.rawValue)/\(type ?? "*").\(interactions.text)" + (category.map { "?category=\($0.text)" } ?? "")
    }

    private static func interactions(_ text: Substring, isRestricted: Bool) -> Interactions? {
        switch text {
        case "read" where !isRestricted: return [.read, .search]
        case "write" where !isRestricted: return [.create, .update, .delete]
        case "*" where !isRestricted: return .all
        default: break
        }
        let all = Interactions(Interactions.letters.filter { text.contains($0.letter) }.map(\.interaction))
        // Each once, and in their order.
        return !all.isEmpty && all.text == text ? all : nil
    }

    private static func category(_ query: Substring, of type: String?) throws(Fault) -> CategoryToken {
        let halves = query.split(separator: "=", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0] == "category", let type, categorised.contains(type) else { throw .restriction }
        guard let value = String(halves[1]).removingPercentEncoding, let token = CategoryToken(value) else { throw .restriction }
        return token
    }
}

extension ClinicalScope {
    /// Of what it is, whatever may be done there.
    var place: ClinicalScope { ClinicalScope(context, type, [], category: category) }

    /// The other places that hold all that is in this one.
    var wider: [ClinicalScope] {
        var wider = category?.wider.map { ClinicalScope(context, type, [], category: $0) } ?? []
        if category != nil { wider.append(ClinicalScope(context, type, [])) }
        if type != nil { wider.append(ClinicalScope(context, nil, [])) }
        return wider
    }

    /// What both give; nil when that is nothing.
    public func meet(_ other: ClinicalScope) -> ClinicalScope? {
        let interactions = interactions.intersection(other.interactions)
        guard context == other.context, !interactions.isEmpty else { return nil }
        if let type, let others = other.type, type != others { return nil }
        var category = category ?? other.category
        if let one = self.category, let another = other.category {
            guard let met = one.meet(another) else { return nil }
            category = met
        }
        return ClinicalScope(context, type ?? other.type, interactions, category: category)
    }
}
