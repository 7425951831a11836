extension StringProtocol {
    /// As much as is told back, or kept, of a name that a stranger sends.
    package var shortened: String { String(prefix(64)) }
}
