/// Reads width, height and duration out of a file as its bytes pass by, without keeping them. What it does not find stays nil.
package struct MediaInspector: Sendable {
    package private(set) var width: Int?
    package private(set) var height: Int?
    package private(set) var durationMilliseconds: Int?

    private let type: FileType
    private var head: [UInt8] = []
    private var boxes = MovieBoxes()
    private var total = 0

    /// Headers with sizes stand within it, also behind the thumbnails that cameras embed.
    private static let headLimit = 256 << 10

    package init(_ type: FileType) { self.type = type }

    package mutating func take(_ bytes: [UInt8]) {
        total += bytes.count
        switch type.contentType {
        case "video/mp4", "video/quicktime", "audio/mp4":
            boxes.take(bytes)
        default:
            if head.count < Self.headLimit { head.append(contentsOf: bytes.prefix(Self.headLimit - head.count)) }
        }
    }

    package mutating func finish() {
        switch type.contentType {
        case "image/png": size(at: 16, bigEndian: true, bytes: 4, offset: 4)
        case "image/gif": size(at: 6, bigEndian: false, bytes: 2, offset: 2)
        case "image/jpeg": readJPEG()
        case "image/webp": readWebP()
        case "audio/wav": readWAV()
        case "video/mp4", "video/quicktime", "audio/mp4": durationMilliseconds = boxes.durationMilliseconds
        default: break
        }
        head = []
    }

    private func number(_ offset: Int, _ count: Int, bigEndian: Bool = true) -> Int? {
        guard offset >= 0, offset + count <= head.count else { return nil }
        let bytes = head[offset..<offset + count]
        return bigEndian ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func set(_ width: Int?, _ height: Int?) {
        guard let width, let height, width > 0, height > 0, width <= 1 << 20, height <= 1 << 20 else { return }
        (self.width, self.height) = (width, height)
    }

    private mutating func size(at start: Int, bigEndian: Bool, bytes: Int, offset: Int) {
        set(number(start, bytes, bigEndian: bigEndian), number(start + offset, bytes, bigEndian: bigEndian))
    }

    /// The first start-of-frame marker (ITU-T T.81, B.2.2).
    private mutating func readJPEG() {
        var position = 2
        while let mark = number(position, 1), mark == 0xFF, let code = number(position + 1, 1) {
            if code == 0xFF {
                position += 1
                continue
            }
            guard let length = number(position + 2, 2), length >= 2 else { return }
            if (0xC0...0xCF).contains(code), ![0xC4, 0xC8, 0xCC].contains(code) {
                set(number(position + 7, 2), number(position + 5, 2))
                return
            }
            position += 2 + length
        }
    }

    /// RFC 9649, section 2: the extended, lossless or lossy header.
    private mutating func readWebP() {
        guard head.count >= 30 else { return }
        switch String(decoding: head[12..<16], as: UTF8.self) {
        case "VP8X":
            set(number(24, 3, bigEndian: false).map { $0 + 1 }, number(27, 3, bigEndian: false).map { $0 + 1 })
        case "VP8L":
            guard let bits = number(21, 4, bigEndian: false) else { return }
            set((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8 ":
            set(number(26, 2, bigEndian: false).map { $0 & 0x3FFF }, number(28, 2, bigEndian: false).map { $0 & 0x3FFF })
        default: break
        }
    }

    /// Bytes of sound by bytes a second.
    private mutating func readWAV() {
        var position = 12
        var rate = 0
        while position + 8 <= head.count, let length = number(position + 4, 4, bigEndian: false) {
            let name = String(decoding: head[position..<position + 4], as: UTF8.self)
            if name == "fmt " { rate = number(position + 16, 4, bigEndian: false) ?? 0 }
            if name == "data" {
                // A recorder that could not go back leaves the length at its most.
                let sound = min(length, total - position - 8)
                if rate > 0 { durationMilliseconds = sound * 1000 / rate }
                return
            }
            position += 8 + length + length & 1
        }
    }
}
