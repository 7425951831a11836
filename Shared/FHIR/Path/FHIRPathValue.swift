import JSON

/// One value that an expression has come to: an element of a resource, or a value of FHIRPath's own types.
package enum FHIRPathValue: Sendable {
    case node(FHIRPathNode)
    case boolean(Bool)
    case integer(Int)
    case decimal(FHIRDecimal)
    case string(String)
    case date(FHIRPathTime)
    case dateTime(FHIRPathTime)
    case time(FHIRPathTime)
    /// The unit is a UCUM code, or a word for a duration of the calendar, such as `year`; `1` without one.
    case quantity(FHIRDecimal, unit: String)
    /// What a reference leads to, where no more is known than its type.
    case resource(type: String)
}

/// An element of a resource where it stands in its JSON.
package struct FHIRPathNode: Sendable {
    /// Of a primitive with extensions alone (`_birthDate` without `birthDate`, or null in a list): that object of extensions.
    package var value: JSONValue
    /// The object of a primitive's id and extensions (`_birthDate`), when there is one.
    package var extensions: JSONValue?
    /// As FHIR calls it: `Quantity`, `dateTime`, `Patient`, and of an element with elements of its own its path, `Patient.contact`. Nil
    /// where it is not known.
    package var type: String?
    /// False for a primitive that has extensions alone.
    package var hasValue: Bool

    package init(_ value: JSONValue, type: String? = nil, extensions: JSONValue? = nil, hasValue: Bool = true) {
        self.value = value
        self.type = type
        self.extensions = extensions
        self.hasValue = hasValue
    }
}
