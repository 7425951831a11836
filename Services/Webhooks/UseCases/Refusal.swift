/// What the service refuses, beside what a rule finds wrong with what was sent.
enum Refusal: Error, Equatable {
    case noSuchWebhook
    case changed(version: Int)
    /// Types that the client was not granted.
    case notGranted([String])
    case tooMany(limit: Int)
    /// So many events would wait at once.
    case tooManyToReplay(limit: Int)
}
