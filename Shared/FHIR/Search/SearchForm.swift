/// How a datatype is read for a search.
enum SearchForm: Sendable {
    case coding, concept, identifier, contactPoint
    case reference, canonical, resource
    case moment, period, timing
    case quantity, money, range, sampledData
    case humanName, address
    case text, number, boolean
    /// By its own value.
    case `extension`
    case none

    init(_ type: String, _ types: FHIRTypes) {
        switch type {
        case "Coding": self = .coding
        case "CodeableConcept": self = .concept
        case "Identifier": self = .identifier
        case "ContactPoint": self = .contactPoint
        case "Reference": self = .reference
        case "canonical": self = .canonical
        case "date", "dateTime", "instant": self = .moment
        case "Period": self = .period
        case "Timing": self = .timing
        case "Range": self = .range
        case "SampledData": self = .sampledData
        case "HumanName": self = .humanName
        case "Address": self = .address
        case "boolean": self = .boolean
        case "decimal", "integer", "positiveInt", "unsignedInt": self = .number
        case "Extension": self = .extension
        case "Money" where !types.isType("Money", "Quantity"): self = .money
        case _ where types.isType(type, "Quantity"): self = .quantity
        case _ where types.isType(type, "Resource"): self = .resource
        case _ where FHIRTypes.isPrimitive(type): self = .text
        default: self = .none
        }
    }
}
