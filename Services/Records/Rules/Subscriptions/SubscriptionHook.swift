import CareModels
import Crypto
import Foundation

/// Where an app is told of a subscription, and how that stands.
struct SubscriptionHook: Equatable, Sendable {
    enum State: String, Sendable {
        /// The first notification has not come through yet.
        case requested
        case active
        /// It was given up, and the subscription with it.
        case error
    }

    var state: State
    /// The app by which its user subscribed.
    var client: String
    /// `digest` of its address.
    var address: String

    static let longestAddress = 2048

    /// SHA-256, in hexadecimal digits: the address is one of those that the app has registered as a webhook's, and is to be found there alone.
    static func digest(of address: String) -> String { Hexadecimal.encode(SHA256.hash(data: Array(address.utf8))) }
}

/// A subscription's state, in FHIR's words.
enum SubscriptionStanding: String, Sendable {
    case requested, active, error, off

    init(isActive: Bool, _ hook: SubscriptionHook.State?) {
        switch hook {
        case .requested where isActive: self = .requested
        case .error where !isActive: self = .error
        default: self = isActive ? .active : .off
        }
    }
}
