/// Takes an input apart: a few decisions from its end, so that what is parsed stands at its beginning as it would come from a client, and
/// libFuzzer's changes of it move no decision.
struct Choices {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// 0 when there are no more.
    mutating func byte() -> UInt8 { rest.popLast() ?? 0 }

    mutating func number(below count: Int) -> Int { Int(byte()) % count }

    /// What is left for the parser.
    var bytes: [UInt8] { Array(rest) }

    /// The same as text; whatever is no UTF-8 becomes U+FFFD, as no client's header can hold it otherwise.
    var text: String { String(decoding: rest, as: UTF8.self) }
}

extension [UInt8] {
    /// Cut in pieces whose lengths come from `seed`, as a network cuts them; none is empty.
    func pieces(_ seed: UInt8) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var state = UInt32(seed) &+ 1
        var rest = self[...]
        while !rest.isEmpty {
            state = state &* 1_664_525 &+ 1_013_904_223
            // Mostly short ones: the borders are what is asked about.
            let length = 1 + Int(state >> 16) % (seed & 1 == 0 ? 7 : 300)
            pieces.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return pieces
    }
}
