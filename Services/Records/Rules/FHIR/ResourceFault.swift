import CareModels
import JSON

/// What is wrong with a resource or a bundle that a client sent, and where.
struct ResourceFault: Error, Equatable {
    /// Of the value set issue-type, which both releases have.
    enum Code: String {
        case structure, required, value, invalid, processing
        case notSupported = "not-supported", tooLong = "too-long", tooCostly = "too-costly"
        /// It could be stored, and would take something away that its writer has not seen.
        case businessRule = "business-rule"
    }

    var code: Code
    var message: Text
    /// FHIRPath, such as `Observation.code.coding[0].display`; nil for the whole.
    var path: String?
    /// The most there may be, where it is one number.
    var limit: Int?

    init(_ code: Code, _ message: Text, at path: String? = nil, limit: Int? = nil) {
        self.code = code
        self.message = message
        self.limit = limit
        self.path = path.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// - Parameter type: what the whole was to be.
    init(_ fault: JSONFault, in type: String? = nil) {
        let isNamed = !fault.path.isEmpty && !fault.path.hasPrefix("[")
        let place = if let type, isNamed { "\(type).\(fault.path)" } else { fault.path }
        self.init(.structure, "The JSON cannot be taken: \(fault.text) (byte \(fault.offset)).", at: place)
    }
}
