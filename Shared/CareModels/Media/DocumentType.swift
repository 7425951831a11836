/// What kind of document the bytes are that somebody keeps among their health records: those of `FileType`, and what clinics have beside them.
package enum DocumentType {
    /// So many first bytes suffice. DICOM's mark stands behind 128 that may be anything.
    package static let enough = 512

    /// What the bytes say that they are; nil for what has no mark, such as text.
    package static func known(_ first: [UInt8]) -> String? {
        if let type = FileType(firstBytes: first) { return type.contentType }
        if first.starts(with: [0x49, 0x49, 0x2A, 0x00]) || first.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) { return "image/tiff" }
        // DICOM PS3.10, section 7.1.
        if first.count >= 132, first[128..<132].elementsEqual("DICM".utf8) { return "application/dicom" }
        return nil
    }

    /// What the bytes are when they are not what `declared` says; nil when there is nothing against it.
    package static func contradiction(of declared: String, by first: [UInt8]) -> Found? {
        let type = name(declared)
        let found = known(first)
        if let found, marked.contains(found) || type.hasPrefix("text/") {
            // What says nothing may be anything.
            if type == "application/octet-stream" || type.isEmpty { return nil }
            return isSame(type, found) ? nil : Found(type: found)
        }
        if marked.contains(type) { return Found(type: found) }
        // Text in UTF-8 holds no NUL; in UTF-16 it begins with a mark.
        let isWide = first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF])
        if type.hasPrefix("text/"), !isWide, first.contains(0) { return Found(type: nil) }
        return nil
    }

    package struct Found: Equatable, Sendable {
        /// Nil when it has no mark that is known.
        package var type: String?

        package init(type: String?) { self.type = type }
    }

    /// Of these each file has its mark, so that one without it is something else. MPEG's sound is left out: it may begin anywhere.
    private static let marked: Set<String> = [
        "image/jpeg", "image/png", "image/gif", "image/webp", "image/tiff", "image/heic", "image/avif", "application/pdf", "application/dicom", "video/webm",
        "video/mp4", "video/quicktime", "audio/mp4", "audio/ogg", "audio/flac", "audio/wav"
    ]

    private static let others: [String: String] = [
        "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "image/x-png": "image/png", "image/tif": "image/tiff", "image/heif": "image/heic",
        "application/x-pdf": "application/pdf", "image/dicom": "application/dicom", "image/dicom+jpeg": "application/dicom", "audio/x-wav": "audio/wav",
        "audio/wave": "audio/wav", "audio/m4a": "audio/mp4", "audio/x-m4a": "audio/mp4", "video/x-m4v": "video/mp4", "video/ogg": "audio/ogg",
        "application/ogg": "audio/ogg", "audio/webm": "video/webm", "audio/x-flac": "audio/flac", "audio/opus": "audio/ogg"
    ]

    /// Sound alone comes in the same containers as moving pictures.
    private static let containers: [Set<String>] = [["video/mp4", "audio/mp4", "video/quicktime"], ["image/heic", "image/avif"]]

    private static func isSame(_ type: String, _ found: String) -> Bool {
        let named = others[type] ?? type
        return named == found || containers.contains { $0.contains(named) && $0.contains(found) }
    }

    /// Lower-cased, without parameters.
    package static func name(_ contentType: String) -> String {
        let end = contentType.firstIndex(of: ";") ?? contentType.endIndex
        return String(contentType[..<end].filter { $0 != " " && $0 != "\t" }).lowercased()
    }
}
