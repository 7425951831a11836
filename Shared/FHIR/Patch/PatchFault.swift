import CareModels

/// Why a patch cannot be taken, or cannot be applied to what is there.
package struct PatchFault: Error, Equatable {
    /// The patch is none, and never will be; else it does not fit what it is applied to.
    package var isMalformed: Bool
    package var reason: Text
    /// Which operation, from 0.
    package var operation: Int?
    /// Where, as the operation has it.
    package var place: String?

    init(_ reason: Text, isMalformed: Bool = false, operation: Int? = nil, at place: String? = nil) {
        self.reason = reason
        self.isMalformed = isMalformed
        self.operation = operation
        self.place = place
    }

    static func malformed(_ reason: Text, operation: Int? = nil, at place: String? = nil) -> PatchFault {
        PatchFault(reason, isMalformed: true, operation: operation, at: place)
    }

    package var text: Text {
        guard let operation else { return reason }
        guard let place else { return "Operation \(operation): \(reason)" }
        return "Operation \(operation), at \"\(place)\": \(reason)"
    }
}
