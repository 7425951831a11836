import CareModels
import Foundation
import JSON
import Testing

@Suite struct OrganisationRoleTests {
    /// Values may be added at any time: an event with one that is not known is heard all the same.
    @Test func aLaterReleasesRoleIsNone() throws {
        let event = OrganisationMemberChanged(
            organisationId: OrganisationID(.v7()), version: 3, userId: UserID(.v7()), roles: [.owner, .reviewer], changedAt: Date(epochSeconds: 0))
        let written = String(decoding: try CareJSON.encode(event), as: UTF8.self)
        func read(_ roles: String) throws -> [OrganisationRole] {
            let changed = written.replacing(#"["owner","reviewer"]"#, with: roles)
            #expect(changed != written)
            return try CareJSON.decode(OrganisationMemberChanged.self, from: Data(changed.utf8)).roles
        }
        #expect(try read(#"["night-nurse","receptionist"]"#) == [.receptionist])
        #expect(try read(#"["night-nurse"]"#) == [])
        #expect(throws: DecodingError.self) { try read("[1]") }
    }
}
