import CareModels
import Foundation
import NIOCore

/// Takes a multipart body (RFC 2046, section 5.1.1) apart as its bytes come. Keeps no more than a part's header, or what may be
/// the beginning of a boundary.
struct MultipartParser {
    enum Event: Equatable {
        case part(MultipartReader.Part)
        case piece(ByteBuffer)
        case endOfPart
        case end
    }

    private enum State { case preamble, header, content, afterBoundary, ended }

    static let headerLimit = 8 << 10
    /// Of one part: three have a meaning.
    static let mostFields = 32

    /// Line break, two hyphens, boundary.
    private let delimiter: [UInt8]
    private var state = State.preamble
    private var buffer: ByteBuffer
    /// Of the buffer's bytes those where no header's end was found: they are not looked through again with each piece that comes.
    private var searched = 0

    init(boundary: String) {
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first boundary may stand at the very beginning, where no line ends.
        buffer = ByteBuffer(string: "\r\n")
    }

    static func malformed(_ detail: Text) -> Problem { Problem(.malformedMultipart, detail: detail) }

    /// Of `multipart/form-data; boundary=…`; nil for another type or a boundary that RFC 2046 does not allow.
    static func boundary(_ contentType: String) -> String? {
        let (type, parameters) = HeaderParameters.parse(contentType)
        guard type.lowercased() == "multipart/form-data", let boundary = parameters["boundary"] else { return nil }
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        return boundary
    }

    mutating func append(_ piece: ByteBuffer) {
        buffer.discardReadBytes()
        buffer.writeImmutableBuffer(piece)
    }

    /// Nil when more bytes are needed.
    mutating func next() throws -> Event? {
        while true {
            switch state {
            case .preamble:
                guard let position = find(delimiter) else {
                    keepOnly(delimiter.count - 1)
                    return nil
                }
                buffer.moveReaderIndex(forwardBy: position + delimiter.count)
                state = .afterBoundary
            case .afterBoundary:
                guard buffer.readableBytes >= 2, let two = buffer.getBytes(at: buffer.readerIndex, length: 2) else { return nil }
                if two == Array("--".utf8) {
                    state = .ended
                    buffer.clear()
                    return .end
                }
                guard two == Array("\r\n".utf8) else { throw Self.malformed("A boundary is not followed by a line's end.") }
                // The line's end stays, so that a header without a field is found too.
                state = .header
            case .header:
                guard let position = find(Self.headerEnd, from: max(0, searched - 3)) else {
                    searched = buffer.readableBytes
                    guard buffer.readableBytes <= Self.headerLimit else { throw Self.malformed("A part's header is over \(Self.headerLimit) bytes.") }
                    return nil
                }
                guard position <= Self.headerLimit, let text = buffer.readString(length: position) else {
                    throw Self.malformed("A part's header is over \(Self.headerLimit) bytes.")
                }
                buffer.moveReaderIndex(forwardBy: 4)
                (state, searched) = (.content, 0)
                return .part(try Self.part(text))
            case .content:
                if let position = find(delimiter) {
                    if position > 0, let piece = buffer.readSlice(length: position) { return .piece(piece) }
                    buffer.moveReaderIndex(forwardBy: delimiter.count)
                    state = .afterBoundary
                    return .endOfPart
                }
                let safe = buffer.readableBytes - (delimiter.count - 1)
                guard safe > 0, let piece = buffer.readSlice(length: safe) else { return nil }
                return .piece(piece)
            case .ended:
                return .end
            }
        }
    }

    private mutating func keepOnly(_ count: Int) {
        if buffer.readableBytes > count { buffer.moveReaderIndex(forwardBy: buffer.readableBytes - count) }
    }

    private static let headerEnd = Array("\r\n\r\n".utf8)

    /// Where `pattern` begins among the readable bytes, the first `offset` of them aside.
    private func find(_ pattern: [UInt8], from offset: Int = 0) -> Int? {
        buffer.withUnsafeReadableBytes { bytes in
            guard bytes.count - offset >= pattern.count, let start = bytes.baseAddress else { return nil }
            return pattern.withUnsafeBytes { pattern in
                let rest = start + offset
                guard let wanted = pattern.baseAddress, let found = memmem(rest, bytes.count - offset, wanted, pattern.count) else { return nil }
                return UnsafeRawPointer(found) - start
            }
        }
    }

    private static func part(_ header: String) throws -> MultipartReader.Part {
        var part: MultipartReader.Part?
        var contentType: String?
        guard !CombiningMarks.areTooMany(in: header) else { throw malformed("A part's header has more than \(CombiningMarks.most) combining marks in a row.") }
        let lines = header.split(separator: "\r\n", maxSplits: Self.mostFields)
        guard lines.count <= Self.mostFields else { throw malformed("A part's header has over \(Self.mostFields) fields.") }
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { throw malformed("A part's header has a line without a colon.") }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            switch line[..<colon].lowercased() {
            case "content-disposition":
                let (type, parameters) = HeaderParameters.parse(value)
                guard type.lowercased() == "form-data", let name = parameters["name"] else { throw malformed("A part has no name.") }
                part = MultipartReader.Part(name: name, fileName: parameters["filename*"] ?? parameters["filename"])
            case "content-type": contentType = value
            // A part that is packed would be stored as if it were the thing; base64 has been of no use here since RFC 7578 (section 4.7).
            case "content-encoding" where value.lowercased() != "identity": throw Problem.encodedBody
            case "content-transfer-encoding" where !["binary", "8bit", "7bit"].contains(value.lowercased()): throw Problem.encodedBody
            default: break
            }
        }
        guard var part else { throw malformed("A part has no Content-Disposition.") }
        part.contentType = contentType
        return part
    }
}
