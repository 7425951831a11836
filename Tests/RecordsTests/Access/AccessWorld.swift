import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit

@testable import RecordsService

extension World {
    /// A provider, known to be one.
    func provider(scope: String = everyScope, isVerified: Bool = true, name: String = "Amara Okafor") async throws -> Person {
        let id = UserID(.v7())
        let event = UserRegistered(
            userId: id, version: 1, username: "dr", role: .provider, fullName: name, avatarUrl: nil, specialty: nil, timeZone: nil, registeredAt: Date(),
            verified: isVerified)
        try await pool.transaction { tx in _ = try await ProjectProvider()(PublicProfile(event), tx) }
        return Person(id: id, token: try Self.token(id, .provider, scope: scope))
    }

    /// A patient with a pulse and a condition in their record.
    func sick() async throws -> (patient: Person, pulse: String, condition: String) {
        let patient = try patient()
        let pulse = try await send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).id
        let condition = try await send(.POST, "/fhir/r4/Condition", patient, #"{"resourceType":"Condition","code":{"text":"Migraine"}}"#).id
        return (patient, pulse, condition)
    }

    /// The patient gives something; the consent's id.
    func consent(_ patient: Person, to reference: String, _ more: String = "") async throws -> String {
        try await send(.POST, "/fhir/r4/Consent", patient, Self.consent(to: reference, more)).id
    }

    static func consent(to reference: String, _ more: String = "", id: String? = nil, status: String = "active") -> String {
        """
        {"resourceType":"Consent",\(id.map { "\"id\":\"\($0)\"," } ?? "")"status":"\(status)","provision":{"type":"permit","actor":[{"reference":{"reference":"\(reference)"}}]\(more)}}
        """
    }

    static let observationsOnly = #","class":[{"system":"http://hl7.org/fhir/resource-types","code":"Observation"}]"#

    static func of(_ patient: Person) -> HTTPHeaders { ["Care-Person": patient.id.description] }

    /// All, the newest first; with those of asking for them, where that takes several pages.
    func accesses(_ patient: Person) async throws -> [JSONValue] {
        var (found, cursor): ([JSONValue], String?) = ([], nil)
        repeat {
            let page = try await get("/records/access-log?limit=200" + (cursor.map { "&after=\($0)" } ?? ""), patient).json
            found += page["items"]?.children.map { $0 } ?? []
            cursor = page["nextCursor"]?.string
        } while cursor != nil
        return found
    }
}
