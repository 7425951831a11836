extension Fhir {
    /// Whose record it is.
    public struct Patient: Codable, Equatable, Sendable {
        private var resourceType = Kind.patient
        /// The server's; nil of one that is new.
        public var id: String?
        /// What they are called.
        public var name: [HumanName]?
        /// `male`, `female`, `other` or `unknown`, as administrations ask.
        public var gender: String?
        /// `1974-12-25`; the month or the day may be left out.
        public var birthDate: String?

        /// Somebody of that name.
        public init(name: [HumanName], gender: String? = nil, birthDate: String? = nil) {
            (self.name, self.gender, self.birthDate) = (name, gender, birthDate)
        }

        private enum Kind: String, Codable { case patient = "Patient" }
    }
}
