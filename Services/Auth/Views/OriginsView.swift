/// The origins that apps are registered with.
struct OriginsView: Encodable, Sendable {
    var origins: [String]
}
