/// What a file is, told by its first bytes; its name and what the client says of it do not count.
package struct FileType: Equatable, Sendable {
    package var kind: MessageKind
    package var contentType: String

    /// So many first bytes suffice.
    package static let enough = 64

    /// Nil for what is none of those taken.
    package init?(firstBytes bytes: [UInt8]) {
        func begins(_ signature: [UInt8], at offset: Int = 0) -> Bool {
            bytes.count >= offset + signature.count && bytes[offset..<offset + signature.count].elementsEqual(signature)
        }
        func spells(_ text: String, at offset: Int = 0) -> Bool { begins(Array(text.utf8), at: offset) }

        if begins([0xFF, 0xD8, 0xFF]) {
            self.init(.image, "image/jpeg")
        } else if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self.init(.image, "image/png")
        } else if spells("GIF87a") || spells("GIF89a") {
            self.init(.image, "image/gif")
        } else if spells("RIFF"), spells("WEBP", at: 8) {
            self.init(.image, "image/webp")
        } else if spells("RIFF"), spells("WAVE", at: 8) {
            self.init(.audio, "audio/wav")
        } else if spells("%PDF-") {
            self.init(.document, "application/pdf")
        } else if spells("OggS") {
            self.init(.audio, "audio/ogg")
        } else if spells("fLaC") {
            self.init(.audio, "audio/flac")
        } else if begins([0x1A, 0x45, 0xDF, 0xA3]) {
            self.init(.video, "video/webm")
        } else if spells("ftyp", at: 4), bytes.count >= 12 {
            self.init(brand: String(decoding: bytes[8..<12], as: UTF8.self))
        } else if spells("ID3") || Self.isMPEGAudioFrame(bytes) {
            self.init(.audio, "audio/mpeg")
        } else if bytes.count >= 2, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 {
            self.init(.audio, "audio/aac")
        } else {
            return nil
        }
    }

    private init(_ kind: MessageKind, _ contentType: String) {
        self.kind = kind
        self.contentType = contentType
    }

    /// Of an ISO base media file (ISO/IEC 14496-12): MP4, QuickTime, M4A, HEIC.
    private init(brand: String) {
        switch brand {
        case "heic", "heix", "hevc", "mif1", "msf1": self.init(.image, "image/heic")
        case "avif", "avis": self.init(.image, "image/avif")
        case "M4A ", "M4B ": self.init(.audio, "audio/mp4")
        case "qt  ": self.init(.video, "video/quicktime")
        default: self.init(.video, "video/mp4")
        }
    }

    /// Eleven set bits, a known version, layer 3 (or 2), a bit rate and a sampling rate (ISO/IEC 11172-3).
    private static func isMPEGAudioFrame(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 3, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return false }
        let (version, layer) = ((bytes[1] >> 3) & 3, (bytes[1] >> 1) & 3)
        let (rate, sampling) = (bytes[2] >> 4, (bytes[2] >> 2) & 3)
        return version != 1 && (layer == 1 || layer == 2) && rate != 0 && rate != 15 && sampling != 3
    }

    /// Taken, for people to read.
    package static let taken: Text = "JPEG, PNG, GIF, WebP, HEIC or AVIF images; MP4, QuickTime or WebM videos; PDF documents; MP3, M4A, AAC, WAV, Ogg or FLAC audio"
}
