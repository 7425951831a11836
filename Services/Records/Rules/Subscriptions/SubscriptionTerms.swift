import CareModels
import FHIR

/// What a subscription asks for, and who hears of it.
struct SubscriptionTerms: Codable, Equatable, Sendable {
    enum Change: String, Codable, CaseIterable, Sendable { case created, updated, deleted }

    /// What an event tells of a resource.
    enum Content: String, Codable, CaseIterable, Sendable { case empty, idOnly = "id-only", fullResource = "full-resource" }

    /// A search without references that are followed: `Observation?code=http://loinc.org|8867-4`.
    struct Filter: Codable, Equatable, Sendable {
        var type: String
        var query: String
    }

    /// Whoever wrote it, as their token said then.
    struct Subscriber: Codable, Equatable, Sendable {
        var user: UserID
        var guardian: UserID?
        var role: Role
        var client: String
        var scopes: Set<String>
        /// The token is for this person's record.
        var isForRecord: Bool
        var purpose: Purpose
    }

    static let mostFilters = 10
    static let longestFilter = 1000
    /// Seconds.
    static let heartbeats = 60...86_400
    /// Of one Bundle.
    static let mostEvents = 100

    /// Its canonical address.
    var topic: String
    var changes: Set<Change>
    var filters: [Filter]
    var content: Content
    var heartbeat: Int?
    var mostEvents: Int
    /// The digest of the address that is told, in place of a feed.
    var hook: String?
    var subscriber: Subscriber?
}

/// A change of a resource, as subscriptions look at it.
struct SubscriptionFocus: SearchedResource, Sendable {
    var record: RecordID
    var fhirID: String
    var type: String
    var version: Int
    var change: SubscriptionTerms.Change
    var updatedAt: Int64
    /// What it is found by; of a deletion, what it was found by before.
    var index: SearchIndex
}

/// A change that was told of, as it is kept.
struct ToldChange: Codable, Equatable, Sendable {
    var record: RecordID
    var id: String
    var type: String
    var version: Int
    var change: SubscriptionTerms.Change

    init(_ focus: SubscriptionFocus) {
        (record, id, type, version, change) = (focus.record, focus.fhirID, focus.type, focus.version, focus.change)
    }

    /// It is called by its record's id, and not by one that a client chose.
    var hasOurID: Bool { id == record.description }

    /// Of a deletion the one before: it says what was deleted.
    var shownVersion: Int { change == .deleted ? version - 1 : version }
}

/// What a subscription is about, read once for all changes of a commit.
struct SubscriptionMatch: Sendable {
    /// Of one commit, in a search's comparisons: a subscription may ask thousands of values of each of thousands of resources, and others wait for the person's lock. Of
    /// what is left then it is told without being asked: so it misses nothing.
    static let mostCompared = 1_000_000
    /// The same of whether its subscriber may read them.
    static let mostReach = 10_000_000

    let changes: Set<SubscriptionTerms.Change>
    /// All that is asked of a resource, by its type.
    private var conditions: [String: [SearchCondition]]

    init(_ terms: SubscriptionTerms, _ parser: SearchParser) throws(SearchFault) {
        changes = terms.changes
        var conditions: [String: [SearchCondition]] = [:]
        for filter in terms.filters { conditions[filter.type, default: []] += try filter.conditions(parser) }
        self.conditions = conditions
    }

    /// Of what a change is alone: whether it holds of the resource is asked of few.
    func isAbout(_ focus: SubscriptionFocus) -> Bool { changes.contains(focus.change) && conditions[focus.type] != nil }

    /// - Parameter budget: of the commit.
    func holds(of focus: SubscriptionFocus, within budget: Budget) -> Bool {
        guard changes.contains(focus.change), let asked = conditions[focus.type] else { return false }
        for condition in asked where !budget.isSpent(.comparisons) {
            var effort = 0
            let isHeld = condition.holds(of: focus, &effort)
            budget.add(.comparisons, effort)
            guard isHeld else { return false }
        }
        return true
    }

    /// Whether it may name the record's person, who is called by more than one id.
    var mayNamePerson: Bool { conditions.contains { type, asked in asked.contains { $0.mayName("Patient", asked: type) } } }

    /// The same by whatever else the person is called.
    func with(_ aliases: SearchAliases) -> SubscriptionMatch {
        var match = self
        for (type, asked) in conditions { match.conditions[type] = asked.map { $0.with(aliases, asked: type) } }
        return match
    }
}
