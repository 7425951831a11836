/// An operator takes somebody's second factors away, who cannot get in with them any more.
enum FactorReset {
    /// Why, in a word that can stay in the audit for years.
    enum Reason: String, Sendable, CaseIterable {
        /// Their phone or key is gone.
        case lost
        case stolen
        case broken
        /// Somebody else may have set one up.
        case security
    }
}
