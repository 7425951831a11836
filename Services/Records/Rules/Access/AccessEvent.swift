import CareModels
import Foundation

/// One use of a person's record, or an attempt at one, as it is sealed in their log. Names are short, since there are many of them.
struct AccessEvent: Codable, Equatable, Sendable {
    enum Action: String, Codable, Sendable { case create = "C", read = "R", update = "U", delete = "D", execute = "E" }

    /// What let them in.
    enum Basis: String, Codable, Sendable { case own, guardian, machine, consent, breakGlass = "break-glass", none }

    /// A resource that was touched.
    struct Thing: Codable, Equatable, Sendable {
        var action: Action
        var type: String
        var id: String?
        var version: Int?

        enum CodingKeys: String, CodingKey { case action = "a", type = "t", id = "i", version = "v" }
    }

    /// Of one event; what is beyond is only counted.
    static let mostThings = 500
    static let mostParameters = 20

    var at: Date
    var action: Action
    /// FHIR's word for it (http://hl7.org/fhir/restful-interaction), or the operation's name.
    var interaction: String
    /// Nil for a machine.
    var actor: UserID?
    var role: Role
    var client: String
    /// Who acted for the actor.
    var guardian: UserID?
    var purpose: Purpose
    var basis = Basis.none
    /// The consents and the overrides that let them in.
    var sources: [UUID]?
    /// About from where.
    var network: String?
    var request: String
    /// The status of the answer.
    var status = 200
    var things: [Thing] = []
    /// How many there were, when that is not how many are named.
    var count: Int?
    /// By which parameters somebody searched, without what they searched for.
    var parameters: [String]?
    /// Of an export, which was read, behind the release's address.
    var file: String?

    enum CodingKeys: String, CodingKey {
        case at, action = "a", interaction = "i", actor = "u", role = "r", client = "c", guardian = "g", purpose = "p", basis = "b", sources = "s",
            network = "n", request = "q", status = "o", things = "t", count = "k", parameters = "w", file = "f"
    }

    /// Whose word for an interaction it is: FHIR's for those of its REST interface, and ours for operations, which FHIR's code system lacks.
    static func system(of interaction: String) -> String { interactions.contains(interaction) ? interactionsSystem : operationsSystem }

    static let interactionsSystem = "http://hl7.org/fhir/restful-interaction"
    static let operationsSystem = "https://careline.example/fhir/access-operation"

    /// All of http://hl7.org/fhir/R4/codesystem-restful-interaction.html.
    private static let interactions: Set = [
        "read", "vread", "update", "patch", "delete", "history", "history-instance", "history-type", "history-system", "create", "search", "search-type",
        "search-system", "capabilities", "transaction", "batch", "operation"
    ]

    /// As a consent would name them.
    var who: String {
        if let guardian { return "RelatedPerson/\(guardian)" }
        guard let actor else { return "Device/\(client)" }
        return role == .provider ? "Practitioner/\(actor)" : "Patient/\(actor)"
    }

    /// As FHIR refers to who did it: who asked, for whom, with which app.
    var agents: [String] {
        var agents = [who]
        if guardian != nil, let actor { agents.append("Patient/\(actor)") }
        if actor != nil { agents.append("Device/\(client)") }
        return agents
    }

    /// FHIR's: 0 done, 4 refused, 8 failed.
    var outcome: String { status < 400 ? "0" : status < 500 ? "4" : "8" }

    var types: [String] { Array(Set(things.map(\.type))).sorted() }
}
