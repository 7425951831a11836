import Crypto
import Foundation

/// A Content-Security-Policy (level 3) for our pages: no scripts, no frames around them, nothing from elsewhere.
package struct PagePolicy: Sendable {
    private var styles = ["'self'"]
    private var formTargets = ["'none'"]

    package init() {}

    /// Allows this inline style sheet, by its hash.
    package func style(_ sheet: String) -> PagePolicy {
        var policy = self
        let hash = Data(SHA256.hash(data: Data(sheet.utf8))).base64EncodedString()
        policy.styles.append("'sha256-\(hash)'")
        return policy
    }

    /// Where the page's forms may go, redirects included: `'self'` and, for a consent page, the client's redirect origin.
    package func forms(to targets: String...) -> PagePolicy {
        var policy = self
        policy.formTargets = targets
        return policy
    }

    package var header: String {
        "default-src 'none'; style-src \(styles.joined(separator: " ")); img-src 'self'; form-action \(formTargets.joined(separator: " ")); "
            + "frame-ancestors 'none'; base-uri 'none'"
    }
}
