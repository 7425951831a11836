import CareModels

/// What the operator says of versions of apps (`GET /sdk/versions`).
struct VersionPolicy: Decodable, Equatable, Sendable {
    enum Status: String, Decodable, Sendable { case supported, deprecated, unsupported }

    struct Versions: Decodable, Equatable, Sendable {
        /// `VersionRange`.
        var range: String
        var status: Status
    }

    struct Platform: Decodable, Equatable, Sendable {
        var platform: String
        var versions: [Versions]
    }

    var platforms: [Platform]

    /// How often it is asked for: an app may run for weeks.
    static let every = Duration.seconds(86_400)
    /// When it could not be.
    static let again = RetryRule(first: .seconds(60), longest: .seconds(3600))

    /// The first range that has the version decides; nothing is said of a version that is in none, nor of a range that cannot be read here.
    func status(of version: String, on platform: String) -> Status {
        guard let version = SemanticVersion(version) else { return .supported }
        let versions = platforms.first { $0.platform == platform }?.versions ?? []
        return versions.first { VersionRange($0.range)?.contains(version) == true }?.status ?? .supported
    }
}
