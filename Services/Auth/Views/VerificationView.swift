import CareModels
import Foundation

/// Why a provider counts as one, as the platform's admin sees it.
struct VerificationView: Codable, Sendable {
    struct Given: Codable, Sendable {
        /// Nil for the platform.
        var organisationId: OrganisationID?
        /// Who saw it; nil at the terminal, and when they were erased.
        var verifiedBy: UserID?
        var verifiedAt: Date
        /// Nil when the key that seals it is gone.
        var licenceNumber: String?
    }

    var verified: Bool
    /// None of who counted as a provider before anybody had to see it.
    var verifications: [Given]

    init(_ verified: Bool, _ given: [OpenedVerification]) {
        self.verified = verified
        verifications = given.map {
            Given(organisationId: $0.record.organisationID, verifiedBy: $0.record.actorID, verifiedAt: $0.record.verifiedAt, licenceNumber: $0.licence)
        }
    }
}
