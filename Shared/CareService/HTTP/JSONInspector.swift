/// Reads over JSON bytes, before they are decoded, for what the decoder would let pass or would answer with a crash of the
/// stack: invalid UTF-8, nesting without end, and NUL characters, which PostgreSQL cannot store in text. Whether the text
/// is JSON at all is the decoder's business.
enum JSONInspector {
    static let deepest = 64

    enum Fault: Equatable {
        case notUTF8
        case tooDeep
        /// The path of the string that holds it, such as `rules[2].note`.
        case nul(path: String)
    }

    private enum Container {
        case object(key: Range<Int>)
        case array(index: Int)
    }

    /// A number's place in the bytes, and its path.
    struct Number {
        var range: Range<Int>
        var path: String
    }

    static func firstFault(in bytes: [UInt8]) -> Fault? {
        bytes.withUnsafeBufferPointer { scan($0, onNumber: nil) }
    }

    /// The numbers that are no plain 64-bit integers, at most `most`, of bytes without faults.
    static func unusualNumbers(in bytes: [UInt8], most: Int) -> [Number] {
        var numbers: [Number] = []
        bytes.withUnsafeBufferPointer { buffer in
            _ = scan(buffer) { range, path in
                let text = String(decoding: buffer[range], as: UTF8.self)
                if Int(text) == nil, numbers.count < most { numbers.append(Number(range: range, path: path())) }
            }
        }
        return numbers
    }

    private static func scan(_ bytes: UnsafeBufferPointer<UInt8>, onNumber: ((Range<Int>, () -> String) -> Void)?) -> Fault? {
        guard isUTF8(bytes) else { return .notUTF8 }
        var containers: [Container] = []
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"):
                containers.append(.object(key: 0..<0))
            case UInt8(ascii: "["):
                containers.append(.array(index: 0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = containers.popLast()
            case UInt8(ascii: ","):
                if case .array(let position)? = containers.last { containers[containers.count - 1] = .array(index: position + 1) }
            case UInt8(ascii: "\""):
                let (end, holdsNUL) = string(bytes, from: index + 1)
                if case .object? = containers.last, isKey(bytes, after: end) {
                    containers[containers.count - 1] = .object(key: index + 1..<max(index + 1, end))
                }
                if holdsNUL { return .nul(path: path(containers, bytes)) }
                index = end
            case 0:
                return .nul(path: path(containers, bytes))
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let start = index
                while index + 1 < bytes.count, isOfNumber(bytes[index + 1]) { index += 1 }
                onNumber?(start..<index + 1) { path(containers, bytes) }
            default:
                break
            }
            if containers.count > deepest { return .tooDeep }
            index += 1
        }
        return nil
    }

    /// The index of the closing quote (or the end), and whether a NUL or its escape was met.
    private static func string(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (end: Int, holdsNUL: Bool) {
        var index = start
        var holdsNUL = false
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                return (index, holdsNUL)
            case UInt8(ascii: "\\"):
                if index + 5 < bytes.count, bytes[index + 1] == UInt8(ascii: "u"), (2...5).allSatisfy({ bytes[index + $0] == UInt8(ascii: "0") }) {
                    holdsNUL = true
                }
                index += 2
            case 0:
                holdsNUL = true
                index += 1
            default:
                index += 1
            }
        }
        return (bytes.count, holdsNUL)
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
        default: false
        }
    }

    private static func isKey(_ bytes: UnsafeBufferPointer<UInt8>, after quote: Int) -> Bool {
        var index = quote + 1
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: ":"): return true
            default: return false
            }
        }
        return false
    }

    private static func path(_ containers: [Container], _ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var text = ""
        for container in containers {
            switch container {
            case .array(let index): text += "[\(index)]"
            case .object(let key):
                let name = String(decoding: bytes[key], as: UTF8.self)
                text += text.isEmpty ? name : "." + name
            }
        }
        return text.isEmpty ? "body" : String(text.prefix(200))
    }

    private static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if bytes.allSatisfy({ $0 < 0x80 }) { return true }
        return String(validating: bytes, as: UTF8.self) != nil
    }
}
