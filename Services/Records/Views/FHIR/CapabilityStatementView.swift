import FHIR
import JSON

/// What the server can do, as FHIR says it.
struct CapabilityStatementView: Sendable {
    let release: FHIRRelease
    let urls: ResourceURLs
    let endpoints: OAuthEndpoints
    /// What no definition of the release has is not stored: elements that are not FHIR's, whatever extensions say.
    let refusesUnknown: Bool

    /// Which is the log of who has read, with parameters of its own (`ListAuditEvents`).
    private static let logged = "AuditEvent"
    private static let loggedDocumentation =
        "The log of every use of the record, which nobody changes. What apps store under this type is found where all types are searched, by _type."

    private static let patchFormats = [JSONPatch.mediaType, FHIRRelease.mediaType]
    private static let interactions = ["read", "vread", "update", "patch", "delete", "history-instance", "history-type", "create", "search-type"]
    /// Beside what FHIR has for every server: the operations of every type, with their definitions.
    private static let operations = [
        (name: "validate", definition: "http://hl7.org/fhir/OperationDefinition/Resource-validate"),
        (name: "diff", definition: "https://careline.example/fhir/OperationDefinition/diff"),
        (name: "binary-access-read", definition: "https://careline.example/fhir/OperationDefinition/binary-access-read")
    ]
    /// Of subscriptions, by the topic-based backport.
    private static let subscriptionOperations = [
        (name: "status", definition: SubscriptionReading.definitions + "backport-subscription-status"),
        (name: "events", definition: SubscriptionReading.definitions + "backport-subscription-events")
    ]
    /// On the whole of somebody's record, at their Patient.
    private static let patientOperations = [
        (name: "everything", definition: "http://hl7.org/fhir/OperationDefinition/Patient-everything"),
        (name: "patient-export", definition: "http://hl7.org/fhir/uv/bulkdata/OperationDefinition/patient-export")
    ]
    /// The same, wherever they are.
    private static let recordOperations = [
        (name: "export", definition: "http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export"),
        (name: "import", definition: "https://careline.example/fhir/OperationDefinition/import"),
        (name: "explain-access", definition: "https://careline.example/fhir/OperationDefinition/explain-access")
    ]
    /// How they are asked for, where their definitions leave it open; STU3 has no place for it.
    private static let documentation = [
        "export": "By GET with _outputFormat, _since and _type in the address, or by POST with Parameters of these.",
        "patient-export": "By GET with _outputFormat, _since and _type in the address, or by POST with Parameters of these and of patient."
    ]
    /// Of records, whatever is in them.
    private static let parameters = [("_id", "token"), ("_lastUpdated", "date")]
    /// The same, which FHIR has not.
    private static let ownParameters = [
        Parameter(name: "_created", kind: "date", documentation: "When the first version was stored."),
        Parameter(name: "_status", kind: "token", documentation: "active, pending or deleted."),
        Parameter(
            name: "_annotations", kind: "string",
            documentation: "Words that an app has put to a resource: of those with commas between all, of those in parentheses any."),
        Parameter(name: "_includeDeleted", kind: "token", documentation: "true: what was deleted is listed too.")
    ]

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 64 << 10)
        json.object {
            $0.member("resourceType", "CapabilityStatement")
            $0.member("status", "active")
            $0.member("date", "2026-11-30")
            $0.member("publisher", "Careline")
            $0.member("kind", "instance")
            $0.object("software") { $0.member("name", "Careline records-service") }
            $0.object("implementation") {
                $0.member("description", "A person's own health records")
                $0.member("url", urls.base)
            }
            $0.member("fhirVersion", release.version)
            if release == .stu3 { $0.member("acceptUnknown", refusesUnknown ? "extensions" : "both") }
            $0.list("format", [FHIRRelease.mediaType, "json"]) { $1.value($0) }
            $0.list("patchFormat", Self.patchFormats) { $1.value($0) }
            $0.list("rest", [release]) { release, json in
                json.object { Self.rest(release, endpoints, &$0) }
            }
        }
        return json.bytes
    }

    private static func rest(_ release: FHIRRelease, _ endpoints: OAuthEndpoints, _ json: inout JSONWriter) {
        json.member("mode", "server")
        security(release, endpoints, &json)
        json.list("resource", release.types.sorted()) { type, json in
            json.object {
                if release == .r4, type == "Subscription" { topics(&$0) }
                $0.member("type", type)
                if type == logged { $0.member("documentation", loggedDocumentation) }
                $0.list("interaction", interactions) { code, json in json.object { $0.member("code", code) } }
                $0.member("versioning", "versioned-update")
                $0.member("readHistory", true)
                $0.member("updateCreate", true)
                $0.member("conditionalCreate", true)
                $0.member("conditionalRead", "full-support")
                $0.member("conditionalUpdate", true)
                $0.member("conditionalDelete", "single")
                // STU3 names them for the whole server.
                if release == .r4 { list(operations + ownOperations(of: type), release, &$0) }
                search(type, release, &$0)
            }
        }
        json.list("interaction", ["batch", "transaction", "search-system", "history-system"]) { code, json in json.object { $0.member("code", code) } }
        searchParameters(release, &json)
        json.list("compartment", Compartments.of(release).names.sorted()) { name, json in
            json.value("http://hl7.org/fhir/CompartmentDefinition/\(name.prefix(1).lowercased() + name.dropFirst())")
        }
        list(release == .stu3 ? operations + patientOperations + recordOperations : recordOperations, release, &json)
    }

    /// What may be subscribed to, where clients of the backport look for it.
    private static func topics(_ json: inout JSONWriter) {
        json.list("extension", SubscriptionReading.changes.keys.sorted()) { topic, json in
            json.object {
                $0.member("url", SubscriptionReading.backport + "capabilitystatement-subscriptiontopic-canonical")
                $0.member("valueCanonical", SubscriptionReading.topics + topic)
            }
        }
        json.list("supportedProfile", [SubscriptionReading.backport + "backport-subscription"]) { $1.value($0) }
    }

    private static func ownOperations(of type: String) -> [(name: String, definition: String)] {
        switch type {
        case "Patient": patientOperations
        case "Subscription": subscriptionOperations
        default: []
        }
    }

    private static func security(_ release: FHIRRelease, _ endpoints: OAuthEndpoints, _ json: inout JSONWriter) {
        json.object("security") {
            $0.list("extension", [endpoints]) { endpoints, json in
                json.object {
                    $0.member("url", "http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris")
                    $0.list("extension", endpoints.all) { endpoint, json in
                        json.object {
                            $0.member("url", endpoint.name)
                            $0.member("valueUri", endpoint.url)
                        }
                    }
                }
            }
            $0.member("cors", true)
            $0.list("service", [release]) { release, json in
                json.object {
                    $0.list("coding", [release.securityServices]) { system, json in
                        json.object {
                            $0.member("system", system)
                            $0.member("code", "SMART-on-FHIR")
                        }
                    }
                }
            }
            $0.member("description", "OAuth 2.1 bearer tokens with the scopes of SMART App Launch 2.2, or with records:read and records:write.")
        }
    }

    /// Those that all types have.
    private static func searchParameters(_ release: FHIRRelease, _ json: inout JSONWriter) {
        let everywhere = SearchParameters.of(release).parameters(of: "Resource").filter { SearchLookup.of(release).find($0.code, of: "Basic") != nil }
        // Types without a narrative may be among those that are searched together: nothing is found of them.
        let texts = SearchLookup.of(release).ofBodies("Basic")
        let standard = parameters.map { Parameter(name: $0.0, kind: $0.1) } + (everywhere + texts).map { Parameter(name: $0.code, kind: $0.kind.rawValue) }
        json.list("searchParam", standard + ownParameters) { parameter, json in
            json.object {
                $0.member("name", parameter.name)
                $0.member("type", parameter.kind)
                if let documentation = parameter.documentation { $0.member("documentation", documentation) }
            }
        }
    }

    /// R4 has the address of an operation's definition, STU3 a reference to it.
    private static func list(_ operations: [(name: String, definition: String)], _ release: FHIRRelease, _ json: inout JSONWriter) {
        json.list("operation", operations) { operation, json in
            json.object {
                $0.member("name", operation.name)
                if release == .r4 {
                    $0.member("definition", operation.definition)
                    if let text = documentation[operation.name] { $0.member("documentation", text) }
                } else {
                    $0.object("definition") { $0.member("reference", operation.definition) }
                }
            }
        }
    }

    /// What a type is searched by, and what is shown beside it.
    private static func search(_ type: String, _ release: FHIRRelease, _ json: inout JSONWriter) {
        let lookup = SearchLookup.of(release)
        guard type != logged else { return list((["date"] + AccessSearch.parameters).compactMap { lookup.find($0, of: type) }, &json) }
        let own = lookup.parameters(of: type)
        let includes = own.filter { $0.kind == .reference }.map { "\(type):\($0.code)" }
        if !includes.isEmpty { json.list("searchInclude", ["*"] + includes) { $1.value($0) } }
        let referring = references(release)[type] ?? []
        if !referring.isEmpty { json.list("searchRevInclude", ["*"] + referring) { $1.value($0) } }
        list(own + lookup.ofBodies(type), &json)
    }

    /// Of a type, behind those that all records have.
    private static func list(_ own: [SearchParameter], _ json: inout JSONWriter) {
        let all = parameters.map { Parameter(name: $0.0, kind: $0.1) } + own.map { Parameter(name: $0.code, kind: $0.kind.rawValue, definition: $0.url) }
        json.list("searchParam", all) { parameter, json in
            json.object {
                $0.member("name", parameter.name)
                if let definition = parameter.definition { $0.member("definition", definition) }
                $0.member("type", parameter.kind)
            }
        }
    }

    private struct Parameter {
        var name: String
        var kind: String
        var definition: String?
        var documentation: String?
    }

    /// Which parameters of others lead to a type.
    private static func references(_ release: FHIRRelease) -> [String: [String]] { release == .r4 ? r4References : stu3References }

    private static let r4References = leading(.r4)
    private static let stu3References = leading(.stu3)

    private static func leading(_ release: FHIRRelease) -> [String: [String]] {
        let lookup = SearchLookup.of(release)
        var leading: [String: [String]] = [:]
        for type in release.types.sorted() {
            for parameter in lookup.parameters(of: type) where parameter.kind == .reference {
                // Without any it may lead to whatever there is.
                for target in parameter.targets.isEmpty ? release.types.sorted() : parameter.targets { leading[target, default: []].append("\(type):\(parameter.code)") }
            }
        }
        return leading
    }
}
