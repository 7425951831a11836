import Crypto
import Foundation

/// The Content-Security-Policy (level 3) of our pages.
package enum PagePolicy {
    /// Of a page that has none of its own: no scripts, no forms, no frames around it, nothing from elsewhere.
    static let header = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

    /// Allows the one script or style sheet that stands in a page, by its hash.
    package static func source(of text: String) -> String { "'sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())'" }
}
