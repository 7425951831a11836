import CareModels
import Foundation
import Sealing

extension FactorRecord: SealedRow, Identifiable {
    /// A new one, which counts for nothing yet.
    init(_ kind: Kind, secret: [UInt8], of user: UserID, id: FactorID, masters: MasterKeys, now: Date) throws {
        self.init(id: id, userID: user, kind: kind, sealedSecret: [], masterKeyID: "", createdAt: now)
        try seal(Data(secret), with: masters.current)
    }

    /// Bound to its row.
    mutating func seal(_ content: Data, with master: MasterKey) throws {
        sealedSecret = Array(try master.key(for: .factors).seal(content, at: place))
        masterKeyID = master.id
    }

    /// Throws `CannotOpen`.
    func opened(_ masters: MasterKeys) throws -> Data {
        guard let master = masters.key(masterKeyID) else { throw CannotOpen() }
        return try master.key(for: .factors).open(sealedSecret, at: place)
    }

    private var place: String { "factors \(id)" }
}
