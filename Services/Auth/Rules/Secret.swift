import Crypto
import Foundation

/// Opaque secrets: what is handed out is random, what is kept is its SHA-256. A slow hash is for passwords; nobody guesses
/// 256 random bits.
enum Secret {
    static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

    static func hash(_ text: String) -> [UInt8] { hash(Array(text.utf8)) }

    /// Takes the same time wherever they differ.
    static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }
}
