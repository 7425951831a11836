import CareModels
import Foundation
import HTTP
import JSON

/// `GET /fhir/…/metadata`: the CapabilityStatement, made once.
struct ShowCapabilities: Sendable {
    let statement: [UInt8]

    init(fhir: FHIRService) { statement = Self.statement(fhir) }

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        return Response(.ok, headers: ["Content-Type": FHIRMedia.type, "Cache-Control": "public, max-age=3600"], body: statement)
    }

    private static let interactions = ["read", "vread", "update", "delete", "history-instance", "create", "search-type"]
    private static let parameters = [("_id", "token"), ("_lastUpdated", "date")]

    private static func statement(_ fhir: FHIRService) -> [UInt8] {
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
                $0.member("url", fhir.base)
            }
            $0.member("fhirVersion", fhir.release.version)
            if fhir.release == .stu3 { $0.member("acceptUnknown", "both") }
            $0.list("format", [FHIRMedia.type, "json"]) { $1.value($0) }
            $0.list("rest", [fhir.release]) { release, json in
                json.object { rest(release, &$0) }
            }
        }
        return json.bytes
    }

    private static func rest(_ release: FHIRRelease, _ json: inout JSONWriter) {
        json.member("mode", "server")
        json.object("security") {
            $0.member("cors", false)
            $0.member("description", "OAuth 2.1 bearer tokens with the scopes records:read and records:write.")
        }
        json.list("resource", release.types.sorted()) { type, json in
            json.object {
                $0.member("type", type)
                $0.list("interaction", interactions) { code, json in json.object { $0.member("code", code) } }
                $0.member("versioning", "versioned-update")
                $0.member("readHistory", true)
                $0.member("updateCreate", true)
                $0.member("conditionalCreate", false)
                $0.member("conditionalRead", "full-support")
                $0.member("conditionalUpdate", false)
                $0.member("conditionalDelete", "not-supported")
                $0.list("searchParam", parameters) { parameter, json in
                    json.object {
                        $0.member("name", parameter.0)
                        $0.member("type", parameter.1)
                    }
                }
            }
        }
        json.list("interaction", ["batch", "transaction"]) { code, json in json.object { $0.member("code", code) } }
    }
}
