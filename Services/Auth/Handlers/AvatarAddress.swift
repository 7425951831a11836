import CareModels
import Foundation
import HTTP
import Sealing

/// Addresses that show a person's picture to whoever holds them, for a little while: for image elements, which send no token.
struct AvatarAddress: Sendable {
    /// In seconds.
    static let lifetime: TimeInterval = 3600
    private static let purpose = "avatar address"

    let issuer: String
    let masters: MasterKeys
    let now: @Sendable () -> Date

    func make(_ id: UserID) -> String {
        let expires = Int(now().timeIntervalSince1970 + Self.lifetime)
        let signature = masters.signature(of: Self.text(id, expires), for: Self.purpose)
        return "\(issuer)/users/\(id)/avatar/image?expires=\(expires)&signature=\(Base64URL.encode(signature))"
    }

    /// Throws the 403 problem when the address was changed or has expired.
    func check(_ id: UserID, _ query: QueryParameters) throws {
        guard let text = query["expires"], let expires = Int(text), let encoded = query["signature"], let signature = Base64URL.decode(encoded),
            masters.isSignature(signature, of: Self.text(id, expires), for: Self.purpose)
        else { throw Problem.forbidden("This address is not whole; take a fresh one from /userinfo (picture).") }
        guard Double(expires) > now().timeIntervalSince1970 else { throw Problem.forbidden("This address has expired; take a fresh one from /userinfo (picture).") }
    }

    private static func text(_ id: UserID, _ expires: Int) -> String { "\(id) \(expires)" }
}
