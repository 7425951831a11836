import Foundation

/// Somebody may not log in, as an operator decided.
struct Suspension: Equatable, Sendable {
    /// Why, in a word that can stay in the audit for years.
    enum Reason: String, Sendable, CaseIterable {
        /// Somebody else may have got in.
        case security
        /// Against the rules of the platform.
        case abuse
        /// The person asked for it.
        case request
        /// A court or an authority did.
        case legal
    }

    var since: Date
    var reason: Reason
}
