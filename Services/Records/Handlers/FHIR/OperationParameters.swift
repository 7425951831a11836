import CareModels
import Foundation
import HTTP
import JSON

/// What a POST asks of an operation by its Parameters (http://hl7.org/fhir/R4/operations.html#executing), as the query of a GET would say it. Generic clients send every
/// operation so.
struct OperationParameters: Sendable {
    /// Of the Parameters, in bytes.
    static let limit = 64 << 10

    /// Whole numbers as clients of both releases write them.
    private static let number = ["valueInteger", "valuePositiveInt", "valueUnsignedInt", "valueString"]

    static let everything = OperationParameters(
        operation: "$everything",
        members: [
            "start": ["valueDate"], "end": ["valueDate"], "_since": ["valueInstant", "valueDateTime"], "_type": ["valueCode", "valueString"],
            "_count": ["valueInteger", "valuePositiveInt", "valueUnsignedInt"]
        ], lists: ["_type"])
    static let difference = OperationParameters(operation: "$diff", members: ["from": number, "to": number])
    /// Of all subscriptions: those that are meant.
    static let statuses = OperationParameters(
        operation: "$status", members: ["id": ["valueId", "valueString"], "status": ["valueCode", "valueString"]], lists: ["id", "status"])
    static let status = OperationParameters(operation: "$status", members: [:])
    /// The backport's numbers are strings in R4, which has no type that is long enough.
    static let events = OperationParameters(
        operation: "$events", members: ["eventsSinceNumber": number, "eventsUntilNumber": number, "content": ["valueCode", "valueString"]])

    let operation: String
    /// Each with the members that its value may have: clients of both releases name types differently.
    let members: [String: [String]]
    /// Those that may be repeated.
    var lists: Set<String> = []

    /// Of a GET, its query.
    func query(_ request: Request) throws -> QueryParameters {
        guard request.method == .POST else { return request.query }
        return try read(request)
    }

    private func read(_ request: Request) throws -> QueryParameters {
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
            guard let members = self.members[name] else {
                if self.members.isEmpty {
                    checks.fail(name.shortened, "is not a parameter of \(operation), which has none")
                } else {
                    checks.fail(name.shortened, "is not a parameter of \(operation); known are \(self.members.keys.sorted().joined(separator: ", "))")
                }
                continue
            }
            let value = try Self.text(parameter, members)
            if let before = values[name], !lists.contains(name) {
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
