import CareModels
import Foundation

/// A browser that somebody is logged in with, as they see it.
struct BrowserView: Codable, Sendable {
    var id: BrowserID
    var device: String?
    var addressPrefix: String?
    var signedInAt: Date
    var lastUsedAt: Date
    /// The session that asks was begun in it.
    var isCurrent: Bool

    init(_ browser: ListedBrowser, current: [UInt8]?) {
        id = browser.id
        device = browser.device.name
        addressPrefix = browser.device.addressPrefix
        signedInAt = browser.authTime
        lastUsedAt = browser.lastUsedAt
        isCurrent = browser.tokenHash == current
    }
}
