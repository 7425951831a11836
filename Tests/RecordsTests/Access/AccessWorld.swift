import CareModels
import Foundation
import HTTP
import JSON
import Postgres
import ServiceTestKit
import Synchronization

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

// MARK: The chain

/// What was told of lists that were finished.
private final class ToldLists: Sendable {
    private let lists = Mutex<[ListAccessHeads.Told]>([])

    var all: [ListAccessHeads.Told] { lists.withLock { $0 } }

    func add(_ told: ListAccessHeads.Told) { lists.withLock { $0.append(told) } }
}

extension World {
    /// - Parameter beside: what else was kept of before.
    func verification(
        known: [KnownAccess] = [], lists: [AccessList.Mark] = [], retention: Duration? = nil, beside: KnownLog = KnownLog(), signer: ReceiptSigner? = nil
    ) -> VerifyAccesses {
        VerifyAccesses(
            batch: 3, known: Dictionary(grouping: known, by: \.owner), lists: lists, retention: retention ?? dependencies.accessRetention,
            retentions: beside.retentions, receiptKeys: beside.receiptKeys, signer: signer, now: clock.now)
    }

    func verifyAccesses(
        known: [KnownAccess] = [], lists: [AccessList.Mark] = [], retention: Duration? = nil, beside: KnownLog = KnownLog(), signer: ReceiptSigner? = nil
    ) async throws -> VerifyAccesses.Report {
        let verify = verification(known: known, lists: lists, retention: retention, beside: beside, signer: signer)
        return try await pool.transaction(.repeatableRead) { tx in try await verify(tx) }
    }

    /// As an operator keeps them.
    func accessHeads() async throws -> [KnownAccess] { try await VerifyAccessLogCommand.report(of: verification(), pool: pool).1.compactMap { KnownAccess($0) } }

    /// As the job does it; what it told.
    func listAccessHeads(most: Int = 1000) async throws -> [ListAccessHeads.Told] {
        let told = ToldLists()
        let list = ListAccessHeads(most: most, now: dependencies.now) { told.add($0) }
        var hasMore = true
        while hasMore { hasMore = try await pool.transaction { tx in try await list(tx) } }
        return told.all
    }
}
