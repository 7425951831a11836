import CareModels
import Foundation

/// What lets somebody in who is not the person.
enum AccessSource: Hashable, Sendable {
    /// By its record.
    case consent(RecordID)
    case override(UUID)
}

struct Allowance: Equatable, Sendable {
    var source: AccessSource
    var grant: ConsentGrant
    /// Through which house, where it was given to one.
    var organisation: OrganisationID?
}

struct GivenAccess: Equatable, Sendable {
    var allowances: [Allowance]
    var now: Date
    var purpose: Purpose

    /// Which resources of a type this may be done with, and by what.
    func portions(_ interaction: ClinicalScope.Interactions, _ type: String) -> [(AccessSource, ContentPortion)] {
        allowances.compactMap { allowance in allowance.grant.portion(interaction, type, at: now, for: purpose).map { (allowance.source, $0) } }
    }
}

/// In which place somebody stands to a record.
enum AccessStanding: Equatable, Sendable {
    case owner
    /// Who acts for the person, by a token that says so.
    case guardian
    /// A program that was trusted with everybody's records.
    case machine
    case given(GivenAccess)

    var isInPlaceOfOwner: Bool { self == .owner || self == .guardian }

    var mark: String? {
        guard case .given(let given) = self else { return nil }
        let sources = given.allowances.map { allowance in
            switch allowance.source {
            case .consent(let id): "consent \(id)"
            case .override(let id): "override \(id)"
            }
        }
        return sources.sorted().joined(separator: " ") + " \(given.purpose.rawValue)"
    }

    /// In which a scope would have to be.
    var context: ClinicalScope.Context {
        switch self {
        case .owner, .guardian: .patient
        case .machine: .system
        case .given: .user
        }
    }
}
