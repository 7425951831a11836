import CareModels
import Crypto

/// Of which list a cursor is: the route with what its path names, so that neither another route's cursor is taken, whose fields may fit by chance, nor that of
/// another conversation's messages.
///
/// What only narrows a list (`q`, `status`, a range) is no part of it: what is behind a place in an order is behind it whatever is left out, and an app may word
/// `from` anew with each page. What puts it in another order is, and so is what shows another list at the same address: the handler names it. Whose list it is
/// the token says, and no cursor opens another person's.
struct ListTag: Hashable, Sendable {
    private let pattern: String
    private let values: [String]
    private let variant: String

    init(_ pattern: String, _ values: [String] = [], variant: String? = nil) {
        self.pattern = pattern
        self.values = values
        self.variant = variant ?? ""
    }

    /// Short, since every cursor has it; made where there is one. It proves nothing: a cursor may be forged as ever.
    var text: String {
        // An id may be spelled in capitals.
        let parts = [pattern, variant] + values.map { $0.lowercased() }
        let digest = Array(SHA256.hash(data: Array(parts.joined(separator: "\n").utf8)))
        return Base64URL.encode(digest.prefix(6))
    }
}
