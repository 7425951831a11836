import CareModels

/// What a write asks of the present state.
extension Request {
    /// If-Match, whole: nil when absent, 400 when malformed.
    package func matchCondition() throws -> Condition? {
        try condition("If-Match", expectation: "must be an entity tag, such as \"3\", a list of them, or *")
    }

    /// The version named by If-Match: nil when absent or `*`, 400 when malformed or several versions are named, 412 when no
    /// tag can match (a weak tag, or one that we never gave). To accept lists, use `requireMatch(version:)`.
    package func ifMatch() throws -> Int? {
        guard case .listed(let tags)? = try matchCondition() else { return nil }
        let versions = Set(tags.compactMap { $0.isWeak ? nil : $0.version })
        guard let version = versions.first else {
            throw Problem.preconditionFailed("If-Match names no version of this resource; read it again.")
        }
        guard versions.count == 1 else { throw Problem.invalid(Fault("If-Match", "must name one version here")) }
        return version
    }

    /// The same, and a 428 problem when there is no If-Match: for what is never changed without having been read (RFC 6585, section 3).
    package func requiredIfMatch() throws -> Int? {
        guard !headers["If-Match"].isEmpty else { throw Problem.preconditionRequired }
        return try ifMatch()
    }

    /// Throws the 412 problem when If-Match is there and does not name `version`, the current one.
    package func requireMatch(version: Int) throws {
        guard let condition = try matchCondition() else { return }
        guard condition.names(version: version, .strong) else {
            throw Problem.preconditionFailed("The current version is \(version); read it again.", current: version)
        }
    }

    /// Whether If-None-Match says `*`: there must be nothing yet. Of a write nothing else is asked so: 400.
    package func mustBeAbsent() throws -> Bool {
        let expectation: Text = "can only be * in a write: it must not exist yet"
        guard let condition = try condition("If-None-Match", expectation: expectation) else { return false }
        guard condition == .any else { throw Problem.invalid(Fault("If-None-Match", expectation)) }
        return true
    }

    private func condition(_ name: String, expectation: Text) throws -> Condition? {
        let lines = headers[name]
        guard !lines.isEmpty else { return nil }
        guard let condition = Condition(lines) else { throw Problem.invalid(Fault(name, expectation)) }
        return condition
    }
}
