import Foundation

/// How far a person's feed was read.
struct FeedPlace: Codable, Equatable, Sendable {
    var epoch: String
    var sequence: Int
}
