import CareModels
import Foundation
import JSON

/// What a receipt says, in the names that claims have (RFC 7519).
struct ReceiptPayloadView: Sendable {
    let receipt: Receipt
    let issuer: String

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.object {
            $0.member("iss", issuer)
            $0.member("sub", receipt.person.description)
            $0.member("jti", receipt.id.description)
            $0.member("iat", Int(receipt.at.timeIntervalSince1970))
            $0.member("destroyedAt", receipt.at)
            $0.list("keys", [receipt.key]) { $1.value($0) }
            $0.member("records", receipt.records)
            $0.member("versions", receipt.versions)
            $0.member("bytes", receipt.bytes)
        }
        return json.bytes
    }
}

/// A receipt, and the statement that was signed.
struct ReceiptView: Encodable, Sendable {
    var receiptId: ReceiptID
    var destroyedAt: Date
    var receipt: String

    init(_ receipt: SignedReceipt) {
        receiptId = receipt.id
        destroyedAt = receipt.at
        self.receipt = receipt.signed
    }
}
