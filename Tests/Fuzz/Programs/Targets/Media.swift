import CareModels

extension FuzzTarget {
    /// What files are, and the sizes in them: the same however the network cuts them, and never beyond reason.
    static let media = FuzzTarget("media", longest: 16 << 10) { input in
        var choices = Choices(input)
        let seed = choices.byte()
        let bytes = choices.bytes
        guard let type = FileType(firstBytes: Array(bytes.prefix(FileType.enough))) else { return }
        var whole = MediaInspector(type)
        whole.take(bytes)
        whole.finish()
        var cut = MediaInspector(type)
        for piece in bytes.pieces(seed) { cut.take(piece) }
        cut.finish()
        expect(whole.width == cut.width && whole.height == cut.height, "cut it has another size")
        expect(whole.durationMilliseconds == cut.durationMilliseconds, "cut it lasts \(cut.durationMilliseconds ?? -1) ms, whole \(whole.durationMilliseconds ?? -1)")
        expect((whole.width == nil) == (whole.height == nil), "a width without a height")
        for side in [whole.width, whole.height] { expect((1...1 << 20).contains(side ?? 1), "a side of \(side ?? 0)") }
        expect((0...Int.max / 2).contains(whole.durationMilliseconds ?? 0), "\(whole.durationMilliseconds ?? 0) ms")
    }
}
