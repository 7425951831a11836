import Foundation

/// What a client says on a stream.
struct StreamCommand: Decodable {
    var type: String
    var since: Int?
    var epoch: UUID?
    var token: String?
}
