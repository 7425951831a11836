import CareModels

/// Who asks, and with which app.
struct Caller: Equatable, Sendable {
    /// Whose token it is.
    var user: UserID
    /// Who acts for them, where somebody does.
    var guardian: UserID?
    var client: String

    var isInPerson: Bool { guardian == nil }
}
