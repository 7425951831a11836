extension Fhir {
    /// A document of the record's, with its files.
    public struct DocumentReference: Codable, Equatable, Sendable {
        private var resourceType = Kind.documentReference
        /// The server's; nil of one that is new.
        public var id: String?
        /// `current`, `superseded`, `entered-in-error`.
        public var status: String
        /// What kind of document it is.
        public var type: CodeableConcept?
        /// For people.
        public var description: String?
        /// STU3 alone has it, and wants it: when it was made known.
        public var indexed: String?
        /// Its files: the same document in each, or its parts.
        public var content: [Content]

        /// One of its files.
        public struct Content: Codable, Equatable, Sendable {
            /// The file.
            public var attachment: Attachment

            /// That file.
            public init(_ attachment: Attachment) { self.attachment = attachment }
        }

        /// A document of these files.
        public init(_ files: [Attachment], type: CodeableConcept? = nil, description: String? = nil) {
            (status, self.type, self.description, content) = ("current", type, description, files.map(Content.init))
        }

        private enum Kind: String, Codable { case documentReference = "DocumentReference" }
    }
}
