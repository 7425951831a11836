import CareModels
import Foundation
import HTTP
import Outbox
import Postgres
import Sealing
import ServiceTestKit
import Testing

@testable import RecordsService

/// A replica of the release before erases somebody: it knows keys, records and what they count.
@Suite(.timeLimit(.minutes(3))) struct HalfErasedTests {
    @Test func whatTheReleaseBeforeLeavesIsErased() async throws {
        try await World.run { world in
            let (leaving, purged, staying) = (try world.patient(), try world.patient(), try world.patient())
            for person in [leaving, purged, staying] {
                _ = try await world.store(Files.pdf(100_000), "application/pdf", person)
                let begun: HTTPHeaders = ["Tus-Resumable": Tus.version, "Upload-Length": "1000"]
                #expect(try await world.send(.POST, "/records/uploads", person, nil as [UInt8]?, headers: begun).status == 201)
            }
            _ = try await world.consent(staying, to: "RelatedPerson/\(leaving.id)")
            // Who destroyed all of theirs goes on having an account, and is nobody's to erase.
            let fresh = World.Person(
                id: purged.id, token: try TestIssuer.token(purged.id, .patient, scope: World.everyScope, client: "careline", signedInAt: world.dependencies.now()))
            let own = #"{"patientId":"\#(purged.id)"}"#
            #expect(try await world.send(.POST, "/records/purge", fresh, own, headers: ["Content-Type": "application/json"]).status == 200)

            let keys = PersonKeys(World.masters)
            try await world.pool.transaction { tx in
                _ = try await keys.erase(leaving.id, tx)
                try await tx.execute("DELETE FROM records WHERE owner_id = \(leaving.id)")
                try await tx.execute("DELETE FROM record_storage WHERE owner_id = \(leaving.id)")
            }
            let finish = FinishErasures(keys: keys, now: world.dependencies.now)
            #expect(try await world.pool.transaction { tx in try await finish(tx) } == leaving.id)
            #expect(try await world.pool.transaction { tx in try await finish(tx) } == nil)
            for table in ["contents", "uploads", "access_log"] {
                #expect(try await world.count("SELECT count(*) FROM \(unescaped: table) WHERE owner_id = \(leaving.id)") == 0, "\(table)")
                #expect(try await world.count("SELECT count(*) FROM \(unescaped: table) WHERE owner_id = \(staying.id)") > 0, "\(table)")
            }
            #expect(try await world.count("SELECT count(*) FROM consents") == 0)
            #expect(try await world.count("SELECT count(*) FROM record_receipts WHERE owner_id = \(purged.id)") == 1)
        }
    }
}
