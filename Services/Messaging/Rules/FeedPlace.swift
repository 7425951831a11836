import CareModels
import Foundation

/// Where a client is in a feed: `<epoch>.<sequence>`, as an event's id says and Last-Event-ID gives back.
struct FeedPlace: Sendable, Equatable, CustomStringConvertible {
    var epoch: UUID
    /// Of the last entry that it has.
    var sequence: Int

    init(epoch: UUID, sequence: Int) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// Nil for what was never an id of ours.
    init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let epoch = UUID(strictly: parts[0]), let sequence = Int(parts[1]), sequence >= 0 else { return nil }
        self.init(epoch: epoch, sequence: sequence)
    }

    var description: String { "\(epoch.lowercaseText).\(sequence)" }
}
