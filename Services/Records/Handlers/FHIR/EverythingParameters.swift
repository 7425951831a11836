import CareModels
import Foundation
import HTTP
import JSON

/// What a POST asks of `$everything` by its Parameters (http://hl7.org/fhir/R4/operations.html#executing), as the query of a GET would say it.
enum EverythingParameters {
    /// Each with the members that its value may have: clients of both releases name types differently.
    private static let members: [String: [String]] = [
        "start": ["valueDate"], "end": ["valueDate"], "_since": ["valueInstant", "valueDateTime"], "_type": ["valueCode", "valueString"],
        "_count": ["valueInteger", "valuePositiveInt", "valueUnsignedInt"]
    ]

    static func read(_ request: Request) throws -> QueryParameters {
        try FHIRMedia.checkBody(request)
        let resource = try ResourceDraft(request.body)
        guard resource.type == "Parameters" else {
            throw ResourceFault(.structure, "What is asked for is a Parameters resource.", at: resource.path("resourceType"))
        }
        guard let list = resource.value["parameter"] else { return QueryParameters() }
        guard list.kind == .array else { throw ResourceFault(.structure, "The parameters are a list.", at: "Parameters.parameter") }
        var values: [String: String] = [:]
        var checks = Checks()
        for parameter in list.children {
            try Task.checkCancellation()
            guard let name = parameter["name"]?.string, !name.isEmpty else {
                throw ResourceFault(.required, "A parameter has a name.", at: parameter.path)
            }
            guard let members = Self.members[name] else {
                checks.fail(name.shortened, "is not a parameter of $everything; known are \(Self.members.keys.sorted().joined(separator: ", "))")
                continue
            }
            let value = try text(parameter, members)
            if let before = values[name], name != "_type" {
                if before != value { checks.fail(name, "is given more than once; give it once") }
            } else {
                // Repeated, or with commas between: both are all of them.
                values[name] = values[name].map { "\($0),\(value)" } ?? value
            }
        }
        try checks.done()
        return QueryParameters(values)
    }

    private static func text(_ parameter: JSONValue, _ members: [String]) throws(ResourceFault) -> String {
        for member in members {
            guard let value = parameter[member] else { continue }
            if let text = value.string { return text }
            if let number = value.number, let whole = Int(exactly: number) { return String(whole) }
        }
        throw ResourceFault(.value, "The parameter's value is \(members[0]).", at: parameter.path)
    }
}
