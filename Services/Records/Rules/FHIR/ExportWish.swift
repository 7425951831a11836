import CareModels
import Foundation
import JSON

/// What an export is asked for (https://hl7.org/fhir/uv/bulkdata/STU2/export.html): by the address of a GET, or by the Parameters of a POST, which alone names patients.
struct ExportWish: Sendable {
    /// Who was named, and where.
    struct Patient: Equatable, Sendable {
        var id: UserID
        var place: String
    }

    static let mostPatients = 500
    /// In bytes: so many patients by their whole addresses, and each with the white space of who writes it for people.
    static let limit = 256 << 10
    static let known = ["_outputFormat", "_since", "_type"]
    private static let formats: Set<String> = ["application/fhir+ndjson", "application/fhir ndjson", "application/ndjson", "ndjson"]
    /// What the answer to the request itself is to be.
    private static let ofAnswer: Set<String> = ["_format", "_pretty"]
    private static let patient = "patient"

    /// What nobody here knows is passed over.
    let isLenient: Bool
    private(set) var since: Date?
    /// Nil: all that there may be.
    private(set) var types: Set<String>?
    /// Nil: nobody in particular.
    private(set) var patients: [Patient]?
    private var hasFormat = false
    private var unknown = Checks()

    init(isLenient: Bool) { self.isLenient = isLenient }

    /// - Parameter isWhole: it is all that is said; else the body's Parameters are still to be read.
    mutating func read(_ query: [(name: String, value: String)], isWhole: Bool) throws {
        for (name, value) in query where !Self.ofAnswer.contains(name) {
            // Whoever passed these over would export more than was asked for.
            if name == Self.patient { throw Faults(name, "is taken from the Parameters of a POST alone, by Patient/$export") }
            if !isWhole, Self.known.contains(name) { throw Faults(name, "belongs in the body’s Parameters, since this is a POST") }
            try take(name, value, at: name)
        }
        try tellUnknown()
    }

    /// - Parameter base: of this server's resources, which a reference may begin with.
    mutating func read(parameters bytes: [UInt8], ofPatients: Bool, base: String) throws {
        let resource = try ResourceDraft(bytes)
        guard resource.type == "Parameters" else {
            throw ResourceFault(.structure, "What is asked for is a Parameters resource.", at: resource.path("resourceType"))
        }
        guard let list = resource.value["parameter"] else { return }
        guard list.isList else { throw ResourceFault(.structure, "The parameters are a list.", at: "Parameters.parameter") }
        for parameter in list.children {
            try Task.checkCancellation()
            try take(parameter, ofPatients: ofPatients, base: base)
        }
        try tellUnknown()
    }

    private mutating func take(_ parameter: JSONValue, ofPatients: Bool, base: String) throws {
        guard let name = parameter["name"]?.string, !name.isEmpty else {
            throw ResourceFault(.required, "A parameter has a name.", at: parameter.path)
        }
        switch name {
        case Self.patient:
            guard ofPatients else { throw Faults(parameter.path, "names a patient, which Patient/$export takes alone") }
            try takePatient(parameter, base)
        case "_since": try take(name, try Self.text(parameter, "valueInstant", "valueDateTime"), at: parameter.path)
        case "_outputFormat", "_type": try take(name, try Self.text(parameter, "valueString", "valueCode"), at: parameter.path)
        default: try take(name, "", at: parameter.path)
        }
    }

    private static func text(_ parameter: JSONValue, _ name: String, _ other: String) throws(ResourceFault) -> String {
        guard let text = parameter[name]?.string ?? parameter[other]?.string else {
            throw ResourceFault(.value, "The parameter's value is \(name).", at: parameter.path)
        }
        return text
    }

    private mutating func takePatient(_ parameter: JSONValue, _ base: String) throws {
        guard let text = parameter["valueReference"]?["reference"]?.string, let id = Self.named(text, base) else {
            throw Faults(parameter.path, "must have a valueReference to Patient/ID: an account, or a Patient resource as it is called here")
        }
        guard (patients ?? []).count < Self.mostPatients else {
            throw ResourceFault(.tooCostly, "At most \(Self.mostPatients) patients are named.", at: parameter.path, limit: Self.mostPatients)
        }
        patients = (patients ?? []) + [Patient(id: id, place: parameter.path)]
    }

    private static func named(_ reference: String, _ base: String) -> UserID? {
        let address = base + "/"
        let parts = (reference.hasPrefix(address) ? reference.dropFirst(address.count) : reference[...]).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "Patient" else { return nil }
        return UserID(parts[1])
    }

    private mutating func take(_ name: String, _ value: String, at place: String) throws {
        switch name {
        case "_outputFormat":
            guard !hasFormat else { throw Self.twice(place) }
            hasFormat = true
            guard Self.formats.contains(value) else { throw ResourceFault(.notSupported, "Exports are application/fhir+ndjson.", at: place) }
        case "_since":
            guard since == nil else { throw Self.twice(place) }
            guard let instant = RFC3339.parse(value) else {
                throw Faults(place, "must be an RFC 3339 instant, such as 2026-03-08T14:30:00Z (a + in an offset is written %2B)")
            }
            since = instant
        case "_type":
            // Repeated, or with commas between: both are all of them.
            types = (types ?? []).union(value.split(separator: ",").map(String.init))
        default: passUnknown(name)
        }
    }

    private static func twice(_ place: String) -> Faults { Faults(place, "is given more than once; give it once") }

    private mutating func passUnknown(_ name: String) {
        let field = name.shortened
        if name == "_typeFilter" { return unknown.fail(field, "is not supported; use _type, or search") }
        unknown.fail(field, "is not a parameter of exports; known are \(Self.known.joined(separator: ", "))")
    }

    private func tellUnknown() throws {
        if !isLenient { try unknown.done() }
    }
}
