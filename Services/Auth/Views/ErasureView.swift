import Foundation

/// That an account will be erased, and when.
struct ErasureView: Codable, Equatable, Sendable {
    var eraseAt: Date
}
