import FHIR

/// Addresses of one release's resources, as clients see them.
struct ResourceURLs: Sendable {
    /// Such as `https://care.example/fhir/r4`.
    let base: String
    let release: FHIRRelease

    /// `origin`: the platform's public address.
    init(_ origin: String, _ release: FHIRRelease) {
        base = origin + release.path
        self.release = release
    }

    func url(_ type: String, _ id: String, version: Int? = nil) -> String {
        "\(base)/\(type)/\(id)" + (version.map { "/_history/\($0)" } ?? "")
    }
}
