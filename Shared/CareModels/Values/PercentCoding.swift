/// Percent-decoding of paths, queries and forms (RFC 3986, section 2.1; WHATWG application/x-www-form-urlencoded).
package enum PercentCoding {
    /// The text that `bytes` spell, or nil for a broken escape, invalid UTF-8, a NUL (which PostgreSQL cannot store) or more combining marks in a row than a text of
    /// anybody's has.
    package static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            index = bytes.index(after: index)
            switch byte {
            case UInt8(ascii: "%"):
                guard index != bytes.endIndex, let high = hexDigit(bytes[index]) else { return nil }
                index = bytes.index(after: index)
                guard index != bytes.endIndex, let low = hexDigit(bytes[index]) else { return nil }
                index = bytes.index(after: index)
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace:
                decoded.append(UInt8(ascii: " "))
            default:
                decoded.append(byte)
            }
        }
        guard !decoded.contains(0) else { return nil }
        return String(validating: decoded, as: UTF8.self).flatMap { CombiningMarks.areTooMany(in: $0) ? nil : $0 }
    }

    package static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    package enum PairFault: Error { case malformed, tooMany }

    /// Of a query or a form.
    package static let mostPairs = 256

    /// Whether something is escaped that needs no escape in any place: a letter, a digit, a hyphen, a dot, an underscore. Nobody's
    /// library writes a path so, and rules at the gateway compare paths as they are written.
    package static func escapesNeedlessly(_ bytes: some Collection<UInt8>) -> Bool {
        var digits = bytes[...]
        while let escape = digits.firstIndex(of: UInt8(ascii: "%")) {
            digits = digits[digits.index(after: escape)...]
            guard let high = digits.first.flatMap(hexDigit), let low = digits.dropFirst().first.flatMap(hexDigit) else { return false }
            switch high << 4 | low {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                return true
            default: break
            }
        }
        return false
    }

    /// The name=value pairs of a form, and the names given `twice`, sorted: whoever reads it refuses these, since readers disagree about which value counts.
    package static func pairs(_ bytes: some Collection<UInt8>) throws(PairFault) -> (values: [String: String], twice: [String]) {
        var values: [String: String] = [:]
        var twice: Set<String> = []
        for (name, value) in try list(bytes) {
            if values.updateValue(value, forKey: name) != nil { twice.insert(name) }
        }
        return (values, twice.sorted())
    }

    /// The name=value pairs in their order, names repeated or not.
    package static func list(_ bytes: some Collection<UInt8>) throws(PairFault) -> [(name: String, value: String)] {
        var list: [(name: String, value: String)] = []
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            guard let name = decode(part[..<(equals ?? part.endIndex)], plusIsSpace: true), !name.isEmpty else { throw .malformed }
            var value = ""
            if let equals {
                guard let text = decode(part[part.index(after: equals)...], plusIsSpace: true) else { throw .malformed }
                value = text
            }
            guard list.count < mostPairs else { throw .tooMany }
            list.append((name, value))
        }
        return list
    }
}
