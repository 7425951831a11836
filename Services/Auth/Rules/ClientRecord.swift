import CareModels
import Foundation

/// A client as it is kept, for whoever administers it.
struct ClientRecord: Equatable, Sendable {
    var client: Client
    var revision: Int
    var createdAt: Date
    var updatedAt: Date
    /// It gets no codes and no tokens.
    var disabledAt: Date?
}
