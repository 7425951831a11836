/// Takes out of a picture or a film, as its bytes pass by, what tells more than it shows: where and when it was taken, with what, by whom, and smaller copies of
/// what it was before it was cropped (Exif, XMP, IPTC, comments). Which way is up stays. The picture itself is not touched.
///
/// What is kept of a format is listed, so that what nobody thought of goes too. At most a segment, or a box of metadata, is held at a time.
package struct PhotoCleaner: Sendable {
    /// Its bytes are not what its first ones say, so that nobody can tell what else is in it.
    package struct Damaged: Error, Equatable {}

    private enum Format: Sendable {
        case jpeg(JPEGCleaner)
        case png(PNGCleaner)
        case webP(WebPCleaner)
        case heif(HEIFCleaner)
        case film(FilmCleaner)
        /// Passes as it is.
        case other
    }

    private var format: Format

    package init(_ type: FileType) {
        format =
            switch type.contentType {
            case "image/jpeg": .jpeg(JPEGCleaner())
            case "image/png": .png(PNGCleaner())
            case "image/webp": .webP(WebPCleaner())
            case "image/heic", "image/avif": .heif(HEIFCleaner())
            case "video/mp4", "video/quicktime": .film(FilmCleaner())
            default: .other
            }
    }

    /// The part of the cleaned file that is known by now.
    package mutating func take(_ bytes: [UInt8]) throws(Damaged) -> [UInt8] {
        if case .other = format { return bytes }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        switch format {
        case .jpeg(var cleaner):
            format = .other
            try cleaner.take(bytes, into: &out)
            format = .jpeg(cleaner)
        case .png(var cleaner):
            format = .other
            try cleaner.take(bytes, into: &out)
            format = .png(cleaner)
        case .webP(var cleaner):
            format = .other
            try cleaner.take(bytes, into: &out)
            format = .webP(cleaner)
        case .heif(var cleaner):
            format = .other
            try cleaner.take(bytes, into: &out)
            format = .heif(cleaner)
        case .film(var cleaner):
            format = .other
            try cleaner.take(bytes, into: &out)
            format = .film(cleaner)
        case .other: break
        }
        return out
    }

    /// What is held at the file's end is part of something that is not whole: it goes. Without its metadata no HEIF picture can be shown, nor told what
    /// is in it.
    package func finish() throws(Damaged) {
        if case .heif(let cleaner) = format, !cleaner.isKnown { throw Damaged() }
    }
}
