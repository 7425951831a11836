import FHIR
import JSON

/// What the server can do, as FHIR says it.
struct CapabilityStatementView: Sendable {
    let release: FHIRRelease
    let urls: ResourceURLs
    let endpoints: OAuthEndpoints

    private static let interactions = ["read", "vread", "update", "patch", "delete", "history-instance", "history-type", "create", "search-type"]
    private static let operations = [
        ("everything", "http://hl7.org/fhir/OperationDefinition/Patient-everything"), ("export", "http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export"),
        ("patient-export", "http://hl7.org/fhir/uv/bulkdata/OperationDefinition/patient-export"), ("diff", "https://careline.example/fhir/OperationDefinition/diff"),
        ("import", "https://careline.example/fhir/OperationDefinition/import")
    ].map { (name: $0, url: $1) }
    private static let parameters = [("_id", "token"), ("_lastUpdated", "date")]

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 64 << 10)
        json.object {
            $0.member("resourceType", "CapabilityStatement")
            $0.member("status", "active")
            $0.member("date", "2026-11-21")
            $0.member("publisher", "Careline")
            $0.member("kind", "instance")
            $0.object("software") { $0.member("name", "Careline records-service") }
            $0.object("implementation") {
                $0.member("description", "A person's own health records")
                $0.member("url", urls.base)
            }
            $0.member("fhirVersion", release.version)
            if release == .stu3 { $0.member("acceptUnknown", "both") }
            $0.list("format", [FHIRRelease.mediaType, "json"]) { $1.value($0) }
            $0.list("rest", [release]) { release, json in
                json.object { Self.rest(release, endpoints, &$0) }
            }
        }
        return json.bytes
    }

    private static func rest(_ release: FHIRRelease, _ endpoints: OAuthEndpoints, _ json: inout JSONWriter) {
        json.member("mode", "server")
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
        json.list("resource", release.types.sorted()) { type, json in
            json.object {
                $0.member("type", type)
                $0.list("interaction", interactions) { code, json in json.object { $0.member("code", code) } }
                $0.member("versioning", "versioned-update")
                $0.member("readHistory", true)
                $0.member("updateCreate", true)
                $0.member("conditionalCreate", true)
                $0.member("conditionalRead", "full-support")
                $0.member("conditionalUpdate", true)
                $0.member("conditionalDelete", "single")
                $0.list("searchParam", parameters) { parameter, json in
                    json.object {
                        $0.member("name", parameter.0)
                        $0.member("type", parameter.1)
                    }
                }
            }
        }
        json.list("interaction", ["batch", "transaction", "history-system"]) { code, json in json.object { $0.member("code", code) } }
        // In R4 an operation that is the base's own is named by its definition; in STU3 by a Reference to it.
        json.list("operation", operations) { operation, json in
            json.object {
                $0.member("name", operation.name)
                if release == .r4 { $0.member("definition", operation.url) } else { $0.object("definition") { $0.member("reference", operation.url) } }
            }
        }
    }
}
