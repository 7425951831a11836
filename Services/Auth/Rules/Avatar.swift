import CareModels

/// A person's picture, fit to be shown to others: of a kind that browsers know, of a bounded size, and without where and when it was taken.
struct Avatar: Equatable, Sendable {
    enum Refusal: Error, Equatable {
        case unknownKind
        case damaged
        case tooLarge(width: Int, height: Int)
        case tooLong
    }

    /// In bytes; as in the table's CHECK.
    static let most = 1 << 20
    /// In pixels.
    static let longestSide = 2048

    static let contentTypes = ["image/png", "image/jpeg", "image/webp"]

    var contentType: String
    var bytes: [UInt8]

    /// By what the bytes are, whatever was said of them.
    static func check(_ sent: [UInt8]) throws(Refusal) -> Avatar {
        guard let type = FileType(firstBytes: Array(sent.prefix(FileType.enough))), contentTypes.contains(type.contentType) else {
            throw .unknownKind
        }
        let bytes = try clean(sent, type)
        var inspector = MediaInspector(type)
        inspector.take(bytes)
        inspector.finish()
        guard let width = inspector.width, let height = inspector.height else { throw .damaged }
        guard max(width, height) <= longestSide else { throw .tooLarge(width: width, height: height) }
        guard bytes.count <= most else { throw .tooLong }
        return Avatar(contentType: type.contentType, bytes: bytes)
    }

    private static func clean(_ sent: [UInt8], _ type: FileType) throws(Refusal) -> [UInt8] {
        var cleaner = PhotoCleaner(type)
        do throws(PhotoCleaner.Damaged) {
            let bytes = try cleaner.take(sent)
            try cleaner.finish()
            return bytes
        } catch {
            throw .damaged
        }
    }
}
