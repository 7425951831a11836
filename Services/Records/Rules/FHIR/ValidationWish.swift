import CareModels
import FHIR
import JSON

/// What `$validate` is asked: a resource as it is, or in Parameters with what else there is to say.
struct ValidationWish: Sendable {
    let resource: JSONValue
    private let mode: String?
    private let profile: String?

    private static let modes: Set<String> = ["create", "update"]

    init(_ bytes: [UInt8], type: String) throws {
        let document: JSONDocument
        do throws(JSONFault) {
            document = try JSONDocument(bytes, limits: .sentResource)
        } catch {
            throw error.kind == .cancelled ? CancellationError() : ResourceFault(error) as any Error
        }
        let root = document.root
        guard root["resourceType"]?.string == "Parameters", let list = root["parameter"], list.isList,
            let parameter = Self.parameter("resource", in: list)
        else {
            (resource, mode, profile) = (root, nil, nil)
            return
        }
        guard let resource = parameter["resource"] else {
            throw ResourceFault(.required, "The parameter resource holds no resource.", at: parameter.path)
        }
        self.resource = resource
        let mode = Self.parameter("mode", in: list)?["valueCode"]?.string
        if let mode, !Self.modes.contains(mode) {
            throw ResourceFault(.notSupported, "The mode is create or update here.", at: "Parameters.parameter.valueCode")
        }
        self.mode = mode
        let named = Self.parameter("profile", in: list)
        profile = named?["valueUri"]?.string ?? named?["valueCanonical"]?.string
    }

    private static func parameter(_ name: String, in list: JSONValue) -> JSONValue? {
        list.children.first { $0.isObject && $0["name"]?.string == name }
    }

    /// What is to be said beside what the definitions say of the resource alone.
    func issues(type: String, id: String?) -> [ValidationIssue] {
        var issues: [ValidationIssue] = []
        func add(_ severity: ValidationIssue.Severity, _ code: ValidationIssue.Code, _ rule: String, _ text: Text, at place: String) {
            issues.append(ValidationIssue(severity: severity, code: code, expression: place, rule: rule, text: text))
        }
        let own = resource["resourceType"]?.string
        if let own, own != type { add(.error, .value, "address", "The resource's type is not that of the address, \(type).", at: "\(type).resourceType") }
        if let id, let named = resource["id"]?.string, named != id {
            add(.error, .value, "address", "The resource's id is not that of the address.", at: "\(type).id")
        }
        if mode == "update", id == nil, resource["id"] == nil { add(.error, .required, "mode update", "The resource needs the id of the address.", at: "\(type).id") }
        if let profile, profile != "http://hl7.org/fhir/StructureDefinition/\(type)" {
            add(.warning, .informational, "profile", "The profile is not known here; the resource was held to FHIR's own definitions.", at: type)
        }
        return issues
    }
}
