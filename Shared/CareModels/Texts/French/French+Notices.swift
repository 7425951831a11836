extension French {
    /// Notifications, what alerts explain, and statuses.
    package static let notices: [String: String] = [:]
}
