import CareModels
import Foundation
import NIOCore

/// Follows where heads, bodies and chunks begin and end in a connection's bytes, before the decoder reads them: the decoder takes chunk
/// extensions, trailers and sizes of chunks without a word, as many and as large as come. Keeps nothing but counts.
struct RequestMeter {
    enum Fault: Error, Equatable {
        /// A chunk's line over `longestLine` bytes, or no size at its beginning.
        case chunkLine
        /// More than the route takes.
        case tooLong
        /// Lines, of chunks or behind the last one, that are much longer than what they carry.
        case wasteful
    }

    private enum Place: Equatable {
        case head
        /// The head is whole; what comes next depends on it.
        case afterHead
        case fixed(left: Int)
        case chunkSize
        case chunkExtension
        case chunkData(left: Int)
        case chunkEnd
        case trailer
    }

    static let longestLine = 4 << 10
    static let longestTrailer = 8 << 10
    /// Bytes of lines that a chunked body may have however short it is.
    static let freeLines = 64 << 10

    private var place = Place.head
    /// Of the line that is being read, without its end.
    private var line = 0
    private var hasFields = false
    /// Of the chunk whose line is being read.
    private var size: UInt64 = 0
    private var data = 0
    private var lines = 0
    private var trailer = 0
    private var most = Int.max

    /// The next byte belongs to a head, of this request or the next one.
    var isInHead: Bool { place == .head }
    /// `begin` is to be called before more is taken.
    var isAfterHead: Bool { place == .afterHead }

    /// Of these bytes those that belong to the head, its end included.
    mutating func head(_ bytes: UnsafeRawBufferPointer) -> Int {
        var start = 0
        while start < bytes.count {
            guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, bytes.count - start) else {
                line += bytes.count - start
                return bytes.count
            }
            let end = UnsafeRawPointer(found) - base
            let length = line + end - start
            // An empty line has at most its carriage return; lines before the first one with something in it are passed over.
            let isEmpty = length == 0 || (length == 1 && (end == 0 || bytes[end - 1] == 0x0D))
            line = 0
            start = end + 1
            if !isEmpty {
                hasFields = true
            } else if hasFields {
                place = .afterHead
                return start
            }
        }
        return bytes.count
    }

    /// `most`: bytes of the body, when that is known. nil in `framing`: the decoder has seen no head, so this was not its end.
    mutating func begin(_ framing: BodyFraming?, most: Int) {
        (line, size, data, lines, trailer, hasFields) = (0, 0, 0, 0, 0, false)
        self.most = most
        switch framing {
        case nil: (place, hasFields) = (.head, true)
        case .some(.none): place = .head
        case .length(let length): place = .fixed(left: length)
        case .chunked: place = .chunkSize
        }
    }

    /// Of these bytes those that belong to the body, its end included.
    mutating func body(_ bytes: UnsafeRawBufferPointer) throws(Fault) -> Int {
        var index = 0
        while index < bytes.count {
            switch place {
            case .head, .afterHead: return index
            case .fixed(let left):
                let count = min(left, bytes.count - index)
                index += count
                place = count == left ? .head : .fixed(left: left - count)
            case .chunkData(let left):
                let count = min(left, bytes.count - index)
                index += count
                place = count == left ? .chunkEnd : .chunkData(left: left - count)
            case .chunkSize, .chunkExtension, .chunkEnd, .trailer:
                try takeOfLine(bytes[index])
                index += 1
            }
        }
        return index
    }

    private mutating func takeOfLine(_ byte: UInt8) throws(Fault) {
        lines += 1
        guard lines - Self.freeLines <= 2 * data else { throw .wasteful }
        if byte == 0x0A { return try endLine() }
        if byte != 0x0D { line += 1 }
        switch place {
        case .chunkSize:
            if let digit = PercentCoding.hexDigit(byte) {
                guard size >> 60 == 0 else { throw .tooLong }
                size = size << 4 | UInt64(digit)
            } else if line > 1 || byte == 0x0D {
                place = .chunkExtension
            } else {
                throw .chunkLine
            }
        case .trailer:
            trailer += 1
            guard trailer <= Self.longestTrailer else { throw .wasteful }
        default: break
        }
        guard line <= Self.longestLine || place == .trailer else { throw .chunkLine }
    }

    private mutating func endLine() throws(Fault) {
        defer { line = 0 }
        switch place {
        case .chunkSize, .chunkExtension:
            guard line > 0 else { throw .chunkLine }
            guard size <= UInt64(most), data <= most - Int(size) else { throw .tooLong }
            data += Int(size)
            place = size == 0 ? .trailer : .chunkData(left: Int(size))
            size = 0
        case .chunkEnd: place = .chunkSize
        case .trailer where line == 0: place = .head
        default: break
        }
    }
}
