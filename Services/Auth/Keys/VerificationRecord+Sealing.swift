import CareModels
import Foundation
import Sealing

/// With the licence's number in clear; nil when the key that seals it is gone.
struct OpenedVerification: Sendable {
    var record: VerificationRecord
    var licence: String?

    init(_ record: VerificationRecord, _ masters: MasterKeys) {
        self.record = record
        licence = (try? record.opened(masters)).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension VerificationRecord: SealedRow, Identifiable {
    init(_ licence: String, of user: UserID, by organisation: OrganisationID?, actor: UserID?, id: UUID, masters: MasterKeys, now: Date) throws {
        self.init(id: id, userID: user, organisationID: organisation, actorID: actor, sealedLicence: [], masterKeyID: "", verifiedAt: now)
        try seal(Data(licence.utf8), with: masters.current)
    }

    /// Bound to its row.
    mutating func seal(_ content: Data, with master: MasterKey) throws {
        sealedLicence = Array(try master.key(for: .licences).seal(content, at: place))
        masterKeyID = master.id
    }

    /// Throws `CannotOpen`.
    func opened(_ masters: MasterKeys) throws -> Data {
        guard let master = masters.key(masterKeyID) else { throw CannotOpen() }
        return try master.key(for: .licences).open(sealedLicence, at: place)
    }

    private var place: String { "provider_verifications \(id.uuidString.lowercased())" }
}
