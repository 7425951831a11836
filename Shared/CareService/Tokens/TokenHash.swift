import Crypto

/// The SHA-256 of a token: what the cache of checked tokens knows them by, so that it holds none that could be stolen.
struct TokenHash: Hashable, Sendable {
    private let words: SIMD4<UInt64>

    /// Where fewer bytes are as good: nobody finds two texts of the same in what is remembered for minutes.
    var half: SIMD2<UInt64> { words.lowHalf }

    init(_ token: String) {
        var token = token
        let digest = token.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
        words = digest.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
    }
}
