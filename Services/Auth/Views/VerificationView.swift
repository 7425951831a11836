import CareModels
import Foundation
import Sealing

/// Why a provider counts as one, as the platform's admin sees it.
struct VerificationView: Codable, Sendable {
    struct Given: Codable, Sendable {
        /// Nil for the platform.
        var organisationId: OrganisationID?
        /// Who saw it; nil at the terminal.
        var verifiedBy: UserID?
        var verifiedAt: Date
        /// Nil when the key that seals it is gone.
        var licenceNumber: String?
    }

    var verified: Bool
    /// None of who counted as a provider before anybody had to see it.
    var verifications: [Given]

    init(_ verified: Bool, _ given: [VerificationRecord], _ masters: MasterKeys) {
        self.verified = verified
        verifications = given.map { record in
            let licence = (try? record.opened(masters)).map { String(decoding: $0, as: UTF8.self) }
            return Given(organisationId: record.organisationID, verifiedBy: record.actorID, verifiedAt: record.verifiedAt, licenceNumber: licence)
        }
    }
}
