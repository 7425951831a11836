import CareModels

extension Budget {
    /// What is counted, each by itself.
    enum Item: Int, CaseIterable, Sendable {
        /// Values that searches compare, each with each, and what takes as long.
        case comparisons
        /// Bytes of bodies that are opened for a search, times what is looked for in them.
        case opened
        /// Bytes that were read to be written again, and those that were made of them: what a patch changes, a condition finds and an attachment's address names may each
        /// be thousands of times as long as its entry.
        case gathered
        /// Bytes that are kept until they are answered.
        case answered
        /// The same of app data.
        case appData
        /// Of the patches of a bundle, and the bytes of what they read and make: as much as four of the dearest.
        case patchSteps, patchBytes
        /// How often one of a transaction's own resources is compared with a search of its references, and how many bytes these resources have.
        case candidates, candidateBytes
    }
}

extension Budget.Item {
    /// Of the first two for each search.
    var most: Int {
        switch self {
        case .comparisons: 64_000_000
        case .opened, .gathered, .answered, .appData, .candidateBytes: 32 << 20
        case .patchSteps: 16_000_000
        case .patchBytes: 512 << 20
        case .candidates: 500_000
        }
    }

    var refusal: ResourceFault {
        switch self {
        case .comparisons:
            ResourceFault(.tooCostly, "The search compares more than one may; ask for fewer values at once, or narrow it by a type, a code or a reference.")
        case .opened:
            ResourceFault(.tooCostly, "More than \(most) bytes of resources would have to be read for this search; narrow it by a type, a code or a date.")
        case .gathered, .answered: ResourceFault(.tooCostly, "What was read before is over \(most) bytes already; ask in another bundle.")
        case .appData: ResourceFault(.tooCostly, "What was read before is over \(most) bytes already; ask for less at once.", limit: most)
        case .patchSteps, .patchBytes:
            ResourceFault(.tooCostly, "The patches before have taken as much work as those of a bundle may; send this one in another bundle.")
        case .candidates, .candidateBytes:
            ResourceFault(.tooCostly, "The searches of the transaction's references look at too many of its own resources; refer to those by their fullUrl.")
        }
    }
}
