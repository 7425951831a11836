import CareModels
import FHIR

/// What a FHIR search asks for, wherever it came from: a query, a form, an entry of a batch.
struct SearchQuery: Sendable {
    static let mostIDs = 200
    static let pageSize = 50
    static let mostPerPage = 500
    /// Pages that are counted are skipped over row by row; behind this many a client goes on with the next link.
    static let mostSkipped = 10_000
    /// Parameters that ask something of the resources, and includes.
    static let mostConditions = 50
    /// Of all of them: each is compared with every resource's.
    static let mostValues = 1000
    static let mostIncludes = 20
    static let mostSorts = 4

    /// So often resources are opened for what fits a token's categories, a page of the usual size or more at once, until there is a page of them.
    static let mostLookedThrough = 10

    /// What `_summary` leaves of a resource.
    enum Summary: String, Sendable { case summary = "true", text, data, count, all = "false" }

    /// A reference that is followed from what was found; or, reversed, from others to what was found.
    struct Include: Sendable, Equatable {
        /// The numbers of the references, by the type that has them.
        var references: [String: [Int]]
        var target: String?
        var isReverse: Bool
        /// Followed from what was included, too.
        var isIterated: Bool
    }

    struct Sort: Sendable, Equatable {
        enum By: Sendable, Equatable {
            case id, updated
            /// The parameter's number, by type.
            case values([String: Int])
        }

        var by: By
        var isDescending: Bool
    }

    /// Whose type it is about.
    var scope: SearchScope
    var criteria = RecordCriteria()
    /// What is asked of a resource, by its type. Every type of the search is there.
    var conditions: [String: [SearchCondition]] = [:]
    var includes: [Include] = []
    var sort: [Sort] = []
    /// Nil: where the list begins.
    var place: String?
    var elements: Set<String> = []
    var summary = Summary.all
    var isCount = false
    var wantsTotal = true
    var page = RecordPage(limit: pageSize)
    /// The client counts pages.
    var isByNumber = false
    /// Of nobody in particular.
    var isAcrossPersons = false
    /// As given, without what says which page and what was passed over.
    var given: [(name: String, value: String)] = []
    /// What nobody here knows, and a lenient client has passed over.
    var ignored: [SearchFault] = []

    init(_ scope: SearchScope) { self.scope = scope }

    /// The client said so itself, which costs every record in reach; without a word the total is told where nothing has to be opened for it.
    var asksTotal: Bool { isCount || wantsTotal && given.contains { $0.name == "_total" } }

    /// Nothing of what it asks is known of a resource only once it is stored.
    var asksOfContentsAlone: Bool {
        criteria.ids == nil && criteria.status == nil && criteria.created == TimeRange() && criteria.updated == TimeRange() && criteria.annotations == AnnotationQuery()
            && conditions.values.contains { !$0.isEmpty }
    }

    /// Times, states and annotations are all it asks: the database decides.
    var isPlain: Bool {
        scope.isType && conditions.values.allSatisfy(\.isEmpty) && includes.isEmpty && sort.isEmpty
    }
}

/// Which resources a search looks at.
enum SearchScope: Sendable, Equatable {
    case type(String)
    /// All types, or those of `_type`.
    case all
    /// Those of a person's or another's compartment: of a type, or nil for all.
    case compartment(name: String, id: String, type: String?)

    var isType: Bool {
        if case .type = self { true } else { false }
    }

    /// Of what it looks at: a type, or all of them.
    var name: String {
        switch self {
        case .type(let type), .compartment(_, _, let type?): type
        case .all, .compartment(_, _, nil): "Resource"
        }
    }

    /// Behind the release's address.
    var address: String {
        switch self {
        case .type(let type): type
        case .all: ""
        case .compartment(let name, let id, let type): "\(name)/\(id)/\(type ?? "*")"
        }
    }
}
