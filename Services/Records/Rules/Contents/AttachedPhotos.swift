import CareModels
import Crypto
import Foundation
import JSON

/// Pictures within a resource, as base64, that say where they were taken: they are stored without it, and without what else they tell, as files are. Every other one stays
/// as it was sent, to the character.
enum AttachedPhotos {
    /// What is written in their places, in the order of the text: `data`, and the `size` and `hash` beside it. Throws `ContentMismatch` when these are not those of what
    /// was sent, or when it is a picture whose position cannot be taken out.
    static func cleaned(in resource: JSONValue) throws -> [(range: Range<Int>, bytes: [UInt8])] {
        var edits: [(range: Range<Int>, bytes: [UInt8])] = []
        for (data, sent) in try telling(in: resource) {
            try LiftedBody.check(data, sent)
            let clean = try clean(sent, at: ResourceDraft.place(of: data.holder))
            edits.append((data.range, Array(Data(clean).base64EncodedData())))
            if let size = data.holder["size"] { edits.append((size.range, Array("\(clean.count)".utf8))) }
            if let hash = data.holder["hash"] { edits.append((hash.range, JSONWriter.quoted(Data(Insecure.SHA1.hash(data: clean)).base64EncodedString()))) }
        }
        return edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Whether any picture in a stored body does.
    static func tellPosition(in body: [UInt8]) throws -> Bool { try !telling(in: try JSONDocument(body, limits: .resource).root).isEmpty }

    private static func telling(in resource: JSONValue) throws -> [(data: AttachedData, bytes: [UInt8])] {
        try AttachedData.all(in: resource).compactMap { data -> (data: AttachedData, bytes: [UInt8])? in
            guard isPicture(data.contentType), !data.value.node.isEscaped, let bytes = Data(base64Encoded: Data(data.value.document.bytes[data.range])) else {
                return nil
            }
            return PhotoPosition.isTold(in: [UInt8](bytes)) ? (data, [UInt8](bytes)) : nil
        }
    }

    private static func isPicture(_ type: String?) -> Bool { type.map { DocumentType.name($0).hasPrefix("image/") } ?? false }

    private static func clean(_ sent: [UInt8], at path: String) throws -> [UInt8] {
        do {
            var clean = sent
            try TIFFCleaner.clean(&clean)
            if let type = FileType(firstBytes: Array(sent.prefix(FileType.enough))) {
                var cleaner = PhotoCleaner(type)
                clean = try cleaner.take(sent)
                try cleaner.finish()
            }
            // What is of no kind that is known here stays as it is, whatever its bytes look like.
            return clean.isEmpty ? sent : clean
        } catch {
            throw ContentMismatch(.damaged, at: path)
        }
    }
}
