import Foundation
import JSON

/// A new secret, shown this once.
struct SecretView: JSONWritable, Sendable {
    let secret: SigningSecret
    let previousUntil: Date

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("previousUntil", previousUntil)
            $0.member("secret", secret.text)
        }
    }
}
