import CareModels
import Foundation

/// What somebody proves themselves by beside the password.
struct FactorsView: Codable, Sendable {
    struct Item: Codable, Sendable {
        var id: FactorID
        var kind: FactorRecord.Kind
        var createdAt: Date
    }

    var factors: [Item]
    var recoveryCodesLeft: Int

    init(_ factors: [FactorRecord], recoveryCodesLeft: Int) {
        self.factors = factors.map { Item(id: $0.id, kind: $0.kind, createdAt: $0.createdAt) }
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}
