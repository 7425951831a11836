import CareModels

/// Who is counted as one caller, whichever app they come through and whoever acts for them: a person, or a machine.
package enum CallerID: Hashable, Sendable, CustomStringConvertible {
    case person(UserID), machine(String)

    init(_ identity: Identity) { self = identity.userID.map { .person($0) } ?? .machine(identity.clientID) }

    /// Under which they are counted; nobody else is called so.
    package var description: String {
        switch self {
        case .person(let id): "user \(id)"
        case .machine(let client): "client \(client)"
        }
    }
}
