import CareModels

/// Who is counted as one caller, whichever app they come through and whoever acts for them: a person, or a machine.
package enum CallerID: Hashable, Sendable {
    case person(UserID), machine(String)

    init(_ identity: Identity) { self = identity.userID.map { .person($0) } ?? .machine(identity.clientID) }
}
