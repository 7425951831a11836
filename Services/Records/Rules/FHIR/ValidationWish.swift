import CareModels
import FHIR
import JSON

/// What `$validate` is asked (http://hl7.org/fhir/R4/resource-operation-validate.html): a resource as it is, or in Parameters with what else there is to say.
struct ValidationWish: Sendable {
    enum Mode: String, CaseIterable, Sendable {
        case create, update, delete
        /// The resource that is stored is looked at.
        case profile

        var isOfStored: Bool { self == .delete || self == .profile }
    }

    /// Nil: the one that the address names.
    let resource: JSONValue?
    let mode: Mode?

    /// - Parameter query: `mode` and `profile` of the address, where the body is the resource itself.
    init(_ bytes: [UInt8], type: String, id: String?, query: (mode: String?, profile: String?), _ release: FHIRRelease) throws {
        var given = Given(mode: query.mode, profile: query.profile)
        if !bytes.isEmpty { try given.read(bytes, type: type) }
        mode = try given.mode.map { text in
            guard let mode = Mode(rawValue: text) else { throw ResourceFault(.notSupported, "The mode is create, update, delete or profile.", at: "mode") }
            return mode
        }
        if let profile = given.profile, !Self.isKnown(profile, type, release) {
            throw ResourceFault(
                .notSupported, "Profiles beyond FHIR's own definitions are not known here; of this type that is \(Self.definition(type)).", at: "profile")
        }
        resource = given.resource
        guard let mode, mode.isOfStored else {
            guard resource != nil else {
                throw ResourceFault(.required, "Send the resource; only with the modes delete and profile it is the one that is stored.", at: "resource")
            }
            return
        }
        guard id != nil else { throw ResourceFault(.required, "With this mode the address names the resource: Type/id/$validate.", at: "mode") }
        guard mode == .delete || resource == nil else {
            throw ResourceFault(.invalid, "With the mode profile the resource is the one that is stored; send none.", at: "resource")
        }
    }

    private static func definition(_ type: String) -> String { "http://hl7.org/fhir/StructureDefinition/\(type)" }

    /// FHIR's own definition of the type, or of what all types are, with the release's version behind it or none.
    private static func isKnown(_ profile: String, _ type: String, _ release: FHIRRelease) -> Bool {
        let parts = profile.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        guard let url = parts.first, parts.count == 1 || parts[1] == release.version else { return false }
        return url == definition(type) || url == definition("Resource")
    }

    /// What is to be said beside what the definitions say of a resource alone.
    func issues(of resource: JSONValue, type: String, id: String?) -> [ValidationIssue] {
        var issues: [ValidationIssue] = []
        func add(_ code: ValidationIssue.Code, _ rule: String, _ text: Text, at place: String) {
            issues.append(ValidationIssue(severity: .error, code: code, expression: place, rule: rule, text: text))
        }
        let own = resource["resourceType"]?.string
        if let own, own != type { add(.value, "address", "The resource's type is not that of the address, \(type).", at: "\(type).resourceType") }
        let named = resource["id"]?.string
        if let id, let named, named != id { add(.value, "address", "The resource's id is not that of the address.", at: "\(type).id") }
        if mode == .update, named == nil { add(.required, "mode update", "The resource needs the id of the address.", at: "\(type).id") }
        return issues
    }
}

/// The parameters, each once, wherever it stands.
private struct Given {
    var mode: String?
    var profile: String?
    var resource: JSONValue?

    init(mode: String?, profile: String?) { (self.mode, self.profile) = (mode, profile) }

    mutating func read(_ bytes: [UInt8], type: String) throws {
        let document: JSONDocument
        do throws(JSONFault) {
            document = try JSONDocument(bytes, limits: .sentResource)
        } catch {
            throw error.kind == .cancelled ? CancellationError() : ResourceFault(error) as any Error
        }
        let root = document.root
        let list = root["resourceType"]?.string == "Parameters" ? root["parameter"] : nil
        let isResource = root["resourceType"]?.string != "Parameters" || type == "Parameters" && !Self.hasResource(list)
        if isResource {
            resource = root
            return
        }
        guard let list else { return }
        guard list.isList else { throw ResourceFault(.structure, "The parameters are a list.", at: "Parameters.parameter") }
        for parameter in list.children {
            try Task.checkCancellation()
            try take(parameter)
        }
    }

    /// Parameters that hold one are no resource to be looked at themselves.
    private static func hasResource(_ list: JSONValue?) -> Bool {
        list?.isList == true && list?.children.contains { $0["name"]?.string == "resource" && $0["resource"] != nil } == true
    }

    private mutating func take(_ parameter: JSONValue) throws {
        switch parameter["name"]?.string {
        case "resource":
            guard let value = parameter["resource"] else { throw ResourceFault(.required, "The parameter resource holds no resource.", at: parameter.path) }
            guard resource == nil else { throw twice(parameter) }
            resource = value
        case "mode":
            guard mode == nil else { throw twice(parameter) }
            mode = try text(parameter, ["valueCode"])
        case "profile":
            guard profile == nil else { throw twice(parameter) }
            profile = try text(parameter, ["valueUri", "valueCanonical"])
        default:
            throw ResourceFault(.notSupported, "This operation takes the parameters resource, mode and profile.", at: parameter.path)
        }
    }

    private func text(_ parameter: JSONValue, _ names: [String]) throws(ResourceFault) -> String {
        guard let text = names.lazy.compactMap({ parameter[$0]?.string }).first else {
            throw ResourceFault(.value, "The parameter's value is \(names[0]).", at: parameter.path)
        }
        return text
    }

    private func twice(_ parameter: JSONValue) -> ResourceFault { ResourceFault(.invalid, "The parameter is given more than once.", at: parameter.path) }
}
