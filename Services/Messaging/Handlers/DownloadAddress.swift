import CareModels
import Foundation
import HTTP

/// Addresses that open a file for whoever holds them, for a little while: for image and video elements, which send no token.
struct DownloadAddress: Sendable {
    let dependencies: Dependencies

    private static let purpose = "attachment download"

    func make(_ id: AttachmentID) -> AttachmentView.Download {
        let lifetime = dependencies.settings.downloadLifetime.seconds
        let expiresAt = Date(timeIntervalSince1970: (dependencies.moment().timeIntervalSince1970 + lifetime).rounded(.down))
        let expires = Int(expiresAt.timeIntervalSince1970)
        let signature = dependencies.masterKeys.signature(of: Self.text(id, expires), for: Self.purpose)
        let url = "/attachments/\(id)/content?expires=\(expires)&signature=\(Base64URL.encode(signature))"
        return AttachmentView.Download(url: url, expiresAt: expiresAt)
    }

    /// Throws the 403 problem when the address was changed or has expired.
    func check(_ id: AttachmentID, _ query: QueryParameters) throws {
        guard let text = query["expires"], let expires = Int(text), let encoded = query["signature"],
            let signature = Base64URL.decode(encoded),
            dependencies.masterKeys.isSignature(signature, of: Self.text(id, expires), for: Self.purpose)
        else { throw Problem.forbidden("This address is not whole; take a fresh one from GET /attachments/{id}.") }
        guard Double(expires) > dependencies.moment().timeIntervalSince1970 else {
            throw Problem.forbidden("This address has expired; take a fresh one from GET /attachments/{id}.")
        }
    }

    private static func text(_ id: AttachmentID, _ expires: Int) -> String { "\(id) \(expires)" }
}
