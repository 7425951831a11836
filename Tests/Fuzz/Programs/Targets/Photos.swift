import CareModels

extension FuzzTarget {
    /// Pictures without what tells more than they show: the same however the network cuts them, hardly longer than they came, of the same kind, and clean
    /// the second time.
    static let photos = FuzzTarget("photos", longest: 16 << 10) { input in
        var choices = Choices(input)
        let seed = choices.byte()
        let bytes = choices.bytes
        // Cleaned in its place, whatever its directories lead to.
        var tiff = bytes
        if (try? TIFFCleaner.clean(&tiff)) != nil { expect(tiff.count == bytes.count, "a TIFF has another length now") }
        _ = PhotoPosition.isTold(in: bytes)
        guard let type = FileType(firstBytes: Array(bytes.prefix(FileType.enough))) else { return }
        let whole = clean([bytes], type)
        expect(clean(bytes.pieces(seed), type) == whole, "cut it is cleaned otherwise")
        guard let whole else { return }
        // Exif without the offset behind its last tag is four bytes shorter than ours, and so is a PNG that breaks off in its last chunk.
        expect(whole.count <= bytes.count + 8, "it grew from \(bytes.count) to \(whole.count) bytes")
        expect(whole.count < FileType.enough || FileType(firstBytes: Array(whole.prefix(FileType.enough))) == type, "it is of another kind now")
        expect(clean([whole], type) == whole, "the second time it is cleaned again")
    }
}

/// What is left of a picture that comes in pieces; nil when it is refused.
private func clean(_ pieces: [[UInt8]], _ type: FileType) -> [UInt8]? {
    var cleaner = PhotoCleaner(type)
    var out: [UInt8] = []
    do {
        for piece in pieces { out += try cleaner.take(piece) }
        try cleaner.finish()
    } catch {
        return nil
    }
    return out
}
