import CareModels
import Foundation

/// What was destroyed of a person's, at their wish.
struct Receipt: Sendable {
    var id: ReceiptID
    var person: UserID
    var at: Date
    /// Of the key that had sealed it.
    var key: String
    var records: Int
    var versions: Int
    var bytes: Int
}

enum ReceiptEntity {}
typealias ReceiptID = ID<ReceiptEntity>

/// A receipt as it was signed.
struct SignedReceipt: Sendable {
    /// Of one person, the newest: earlier ones are theirs to keep, who were given each as it was made.
    static let most = 100

    var id: ReceiptID
    var at: Date
    /// A JWS in compact form.
    var signed: String
}
