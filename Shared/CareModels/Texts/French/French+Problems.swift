extension French {
    /// Titles and details of problems.
    package static let problems: [String: String] = [
        "Try again in {0} {0|second|seconds}.": "Réessayez dans {0} {0|seconde|secondes}."
    ]
}
