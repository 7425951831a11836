import CareModels

/// What a file is called where somebody saves it: as its sender called it, with an ending of what it is. A system opens a file by its name's ending, and what begins as a PDF
/// may go on as a page with a script; and what turns the direction of writing shows another ending than there is.
enum FileName {
    /// In Unicode code points.
    static let most = 255

    /// `contentType`: told by its bytes.
    static func fitting(_ name: String, _ contentType: String?) -> String {
        let shown = String(String.UnicodeScalarView(name.unicodeScalars.filter { !isHidden($0) }))
        guard let contentType, let endings = endings[contentType], let usual = endings.first else { return shown }
        // By code points: some join the dot behind them to one character.
        let parts = shown.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
        if let ending = parts.dropFirst().last, endings.contains(String(Substring(ending)).lowercased()) { return shown }
        return String(String.UnicodeScalarView(shown.unicodeScalars.prefix(most - usual.count - 1))) + "." + usual
    }

    /// Directions of writing, and ends of lines and paragraphs; not what joins letters and pictures.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Of the types that are taken (`FileType`), the usual one first.
    private static let endings: [String: [String]] = [
        "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"], "image/png": ["png"], "image/gif": ["gif"], "image/webp": ["webp"],
        "image/heic": ["heic", "heif"], "image/avif": ["avif"], "application/pdf": ["pdf"], "audio/mpeg": ["mp3"], "audio/mp4": ["m4a", "m4b", "mp4"],
        "audio/aac": ["aac"], "audio/wav": ["wav"], "audio/ogg": ["ogg", "oga", "opus"], "audio/flac": ["flac"],
        "video/mp4": ["mp4", "m4v", "3gp", "mov"], "video/quicktime": ["mov", "qt"], "video/webm": ["webm", "mkv"]
    ]
}
