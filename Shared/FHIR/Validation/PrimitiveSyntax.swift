/// How the values of FHIR's primitive types are written (http://hl7.org/fhir/R4/datatypes.html#primitive): on bytes, each in one pass.
struct PrimitiveSyntax {
    let release: FHIRRelease

    /// The text of a string, escapes resolved.
    func allows(_ text: UnsafeBufferPointer<UInt8>, as type: PrimitiveType) -> Bool {
        switch type {
        case .string, .markdown: Self.isText(text)
        case .code: Self.isCode(text)
        case .id: Self.isID(text)
        case .uri, .url, .canonical: Self.isURI(text)
        case .oid: Self.isOID(text)
        case .uuid: Self.isUUID(text)
        case .base64Binary: Self.isBase64(text)
        case .date: DateSyntax(text, release).isDate
        case .dateTime: DateSyntax(text, release).isDateTime
        case .instant: DateSyntax(text, release).isInstant
        case .time: DateSyntax(text, release).isTime
        case .boolean, .integer, .positiveInt, .unsignedInt, .decimal, .xhtml: true
        }
    }

    /// The text of a number.
    static func allows(number: UnsafeBufferPointer<UInt8>, as type: PrimitiveType) -> Bool {
        guard type != .decimal else { return true }
        let isNegative = number.first == UInt8(ascii: "-")
        var value: Int64 = 0
        for byte in number.dropFirst(isNegative ? 1 : 0) {
            guard isDigit(byte) else { return false }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            if value > 1 << 31 { return false }
        }
        switch type {
        case .positiveInt: return !isNegative && (1...Int64(Int32.max)).contains(value)
        // A minus before 0 is none of its pattern.
        case .unsignedInt: return !isNegative && value <= Int64(Int32.max)
        default: return isNegative ? value >= 1 : value <= Int64(Int32.max)
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// No control characters but tab, line feed and carriage return.
    private static func isText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    /// Words with one space between.
    private static func isCode(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var wasSpace = true
        for byte in text {
            let isSpace = isSpace(byte)
            if isSpace, wasSpace { return false }
            wasSpace = isSpace
        }
        return !wasSpace
    }

    static func isID(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        (1...64).contains(text.count)
            && text.allSatisfy { isDigit($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }

    private static func isURI(_ text: UnsafeBufferPointer<UInt8>) -> Bool { !text.contains(where: isSpace) }

    /// `urn:oid:` and numbers with dots between, none of which begins with 0 needlessly.
    private static func isOID(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.starts(with: "urn:oid:".utf8) else { return false }
        let numbers = text.dropFirst(8)
        guard numbers.count >= 3, (0x30...0x32).contains(numbers[numbers.startIndex]), numbers[numbers.startIndex + 1] == UInt8(ascii: ".") else { return false }
        // By its bytes, since there may be any number of numbers.
        var length = 0
        var isZero = false
        for byte in numbers {
            if byte == UInt8(ascii: ".") {
                guard length > 0 else { return false }
                length = 0
            } else {
                guard isDigit(byte), length == 0 || !isZero else { return false }
                if length == 0 { isZero = byte == 0x30 }
                length += 1
            }
        }
        return length > 0
    }

    private static func isUUID(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count == 45, text.starts(with: "urn:uuid:".utf8) else { return false }
        return text.dropFirst(9).enumerated().allSatisfy { place, byte in
            [8, 13, 18, 23].contains(place) ? byte == UInt8(ascii: "-") : isDigit(byte) || (0x61...0x66).contains(byte)
        }
    }

    /// RFC 4648, section 4, with white space anywhere.
    private static func isBase64(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var (count, padding) = (0, 0)
        for byte in text where !isSpace(byte) {
            count += 1
            switch byte {
            case UInt8(ascii: "="): padding += 1
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"): if padding > 0 { return false }
            default: return false
            }
        }
        return count > 0 && count.isMultiple(of: 4) && padding <= 2
    }
}
